package io.holdfast.runtime.config;

import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Reads secrets where their references say they lie. */
public final class SecretResolver {
    /** No secret is longer, in bytes. */
    static final int LONGEST = 64 * 1024;

    private final Map<SecretRef.Scheme, SecretSource> sources = new EnumMap<>(SecretRef.Scheme.class);

    private SecretResolver() {}

    /** Reads environment variables of {@code env} and files. */
    public static SecretResolver of(Map<String, String> env) {
        SecretResolver resolver = new SecretResolver();
        Map<String, String> variables = Map.copyOf(env);
        return resolver.with(source(SecretRef.Scheme.ENV, reference -> fromEnv(reference, variables)))
                .with(source(SecretRef.Scheme.FILE, SecretResolver::fromFile));
    }

    /** The same resolver with one more source. */
    public SecretResolver with(SecretSource source) {
        SecretResolver wider = new SecretResolver();
        wider.sources.putAll(sources);
        wider.sources.put(source.scheme(), source);
        return wider;
    }

    /**
     * The secret, to be closed by the caller. A line end after the last line of a file is not part of it.
     *
     * @throws Permanent when there is no such variable or file, or it is empty
     * @throws Denied when the file cannot be read, or others may read or change it
     */
    public SecretBytes resolve(SecretRef reference) {
        SecretSource source = sources.get(reference.scheme());
        if (source == null) {
            throw new Permanent(
                    RuntimeFailure.SECRET_SCHEME_UNKNOWN,
                    "the secret " + reference + " cannot be read here, where no Vault is known");
        }
        return source.read(reference);
    }

    /** The secret as characters, for interfaces that take nothing else; the caller wipes them. */
    public char[] resolveText(SecretRef reference) {
        try (SecretBytes secret = resolve(reference)) {
            return secret.use(bytes -> {
                char[] text = new char[bytes.length];
                var decoded = StandardCharsets.UTF_8.decode(java.nio.ByteBuffer.wrap(bytes));
                int length = decoded.remaining();
                decoded.get(text, 0, length);
                char[] exact = Arrays.copyOf(text, length);
                Arrays.fill(text, '\0');
                Arrays.fill(decoded.array(), '\0');
                return exact;
            });
        }
    }

    private static SecretSource source(
            SecretRef.Scheme scheme, java.util.function.Function<SecretRef, SecretBytes> reader) {
        return new SecretSource() {
            @Override
            public SecretRef.Scheme scheme() {
                return scheme;
            }

            @Override
            public SecretBytes read(SecretRef reference) {
                return reader.apply(reference);
            }
        };
    }

    private static SecretBytes fromEnv(SecretRef reference, Map<String, String> env) {
        String value = env.get(reference.location());
        if (value == null || value.isEmpty()) {
            throw new Permanent(
                    RuntimeFailure.SECRET_MISSING,
                    "the environment variable " + reference.location() + " that holds a secret is not set or empty");
        }
        return SecretBytes.takeOver(value.getBytes(StandardCharsets.UTF_8));
    }

    private static SecretBytes fromFile(SecretRef reference) {
        Path file = Path.of(reference.location());
        try {
            if (Files.size(file) > LONGEST) {
                throw new Permanent(
                        RuntimeFailure.SECRET_MISSING,
                        "the secret file " + file + " is longer than " + LONGEST + " bytes");
            }
            PrivateFiles.refuseExposed(file);
            byte[] content = Files.readAllBytes(file);
            byte[] secret = withoutLineEnd(content);
            if (secret.length == 0) {
                throw new Permanent(RuntimeFailure.SECRET_MISSING, "the secret file " + file + " is empty");
            }
            return SecretBytes.takeOver(secret);
        } catch (NoSuchFileException e) {
            throw new Permanent(RuntimeFailure.SECRET_MISSING, "there is no secret file " + file, e);
        } catch (IOException e) {
            throw new Denied(RuntimeFailure.SECRET_UNREADABLE, "the secret file " + file + " cannot be read: " + e, e);
        }
    }

    private static byte[] withoutLineEnd(byte[] content) {
        int length = content.length;
        if (length > 0 && content[length - 1] == '\n') {
            length--;
        }
        if (length > 0 && content[length - 1] == '\r') {
            length--;
        }
        byte[] secret = Arrays.copyOf(content, length);
        Arrays.fill(content, (byte) 0);
        return secret;
    }
}
