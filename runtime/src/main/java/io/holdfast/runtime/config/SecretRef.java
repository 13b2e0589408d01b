package io.holdfast.runtime.config;

import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where a secret lies; never the secret. Its text is {@code env:NAME}, {@code file:/path} or {@code vault:path#field}.
 *
 * @param scheme by what means the secret is read
 * @param location the variable's name, the file's path, or path and field in Vault
 */
public record SecretRef(Scheme scheme, String location) implements TextValue {
    /** What comes after a # may be any field's name. */
    private static final Pattern IN_VAULT = Pattern.compile("[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)+#\\S+");

    /** By what means a secret is read. */
    public enum Scheme {
        ENV,
        FILE,
        VAULT;

        String prefix() {
            return name().toLowerCase(Locale.ROOT) + ":";
        }
    }

    public SecretRef {
        if (scheme == Scheme.VAULT && !IN_VAULT.matcher(location).matches()) {
            throw Permanent.invalid(
                    "a secret in Vault is vault:MOUNT/PATH#FIELD, letters, digits and ._- between the slashes",
                    scheme.prefix() + location);
        }
    }

    /** Reads one of the three forms; anything else is refused without being shown, for it may be a secret. */
    public static SecretRef parse(String text) {
        for (Scheme scheme : Scheme.values()) {
            if (text.startsWith(scheme.prefix())
                    && text.length() > scheme.prefix().length()) {
                return new SecretRef(scheme, text.substring(scheme.prefix().length()));
            }
        }
        throw new Permanent(
                RuntimeFailure.SECRET_AS_LITERAL,
                "a secret stands in a configuration by reference only: env:NAME, file:/path or vault:path#field; "
                        + "what stands here is none of them (and not shown)");
    }

    /** A secret in a file. */
    public static SecretRef file(java.nio.file.Path path) {
        return new SecretRef(Scheme.FILE, path.toString());
    }

    /** A secret in an environment variable. */
    public static SecretRef env(String name) {
        return new SecretRef(Scheme.ENV, name);
    }

    @Override
    public String text() {
        return scheme.prefix() + location;
    }

    @Override
    public String toString() {
        return text();
    }
}
