package io.holdfast.gateway.io.vault;

import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.keys.ring.EncryptorProbe;
import io.holdfast.keys.seal.SetContextBytes;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.vault.VaultSession;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A derived key of a transit engine. The set's context is the derivation's input, so that what is wrapped for one set does not
 * open for another, and can still be rewrapped (which data keys with associated data cannot). The driver speaks JSON
 * with texts: a data key passes through texts of this process's memory here, and nowhere else.
 */
final class TransitEncryptor implements Encryptor {
    private static final String KIND = "transit";
    private static final Pattern CIPHERTEXT = Pattern.compile("vault:v([1-9][0-9]{0,8}):[A-Za-z0-9+/=]{16,4000}");

    private final EncryptorName name;
    private final VaultSession session;
    private final String mount;
    private final String key;

    TransitEncryptor(EncryptorName name, VaultSession session, String mount, String key) {
        this.name = name;
        this.session = session;
        this.mount = mount;
        this.key = key;
    }

    @Override
    public EncryptorName name() {
        return name;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public WrappedKey wrap(SetContext context, SecretBytes dataKey) {
        String plain = dataKey.use(bytes -> Base64.getEncoder().encodeToString(bytes));
        Map<String, String> data = session.write(
                mount + "/encrypt/" + key, Map.of("plaintext", plain, "context", base64(context)), TransitRefusal::of);
        String ciphertext = data.getOrDefault("ciphertext", "");
        Matcher parts = CIPHERTEXT.matcher(ciphertext);
        if (!parts.matches()) {
            throw new Permanent(
                    RuntimeFailure.VAULT_REFUSED, "encryptor " + name + ": transit's answer holds no ciphertext");
        }
        Bytes sealed = Bytes.of(ciphertext.getBytes(StandardCharsets.UTF_8));
        return new WrappedKey(name, KIND, parts.group(1), sealed);
    }

    @Override
    public SecretBytes unwrap(SetContext context, WrappedKey wrapped) {
        return opened(context, session.write(mount + "/decrypt/" + key, request(context, wrapped), TransitRefusal::of));
    }

    @Override
    public SecretBytes unwrapAfresh(SetContext context, WrappedKey wrapped) {
        return opened(
                context, session.writeAfresh(mount + "/decrypt/" + key, request(context, wrapped), TransitRefusal::of));
    }

    private Map<String, Object> request(SetContext context, WrappedKey wrapped) {
        String ciphertext = new String(wrapped.sealed().toArray(), StandardCharsets.UTF_8);
        if (!wrapped.kind().equals(KIND) || !CIPHERTEXT.matcher(ciphertext).matches()) {
            throw new Corrupt(
                    KeysFailure.DOES_NOT_OPEN,
                    "the data key of set " + context.set() + " does not open under encryptor " + name
                            + ": it is no ciphertext of transit");
        }
        return Map.of("ciphertext", ciphertext, "context", base64(context));
    }

    private SecretBytes opened(SetContext context, Map<String, String> data) {
        try {
            return SecretBytes.takeOver(Base64.getDecoder().decode(data.getOrDefault("plaintext", "")));
        } catch (IllegalArgumentException e) {
            throw new Corrupt(
                    KeysFailure.DOES_NOT_OPEN,
                    "the data key of set " + context.set() + " does not open under encryptor " + name
                            + ": transit's answer is not Base64");
        }
    }

    @Override
    public String probe() {
        return EncryptorProbe.of(this, "the transit key " + mount + "/" + key + " of encryptor " + name);
    }

    /** {@inheritDoc} The Vault's login needs the right to; an older version opens until Vault itself disallows it. */
    @Override
    public void rotate() {
        session.write(mount + "/keys/" + key + "/rotate", Map.of(), TransitRefusal::of);
    }

    private static String base64(SetContext context) {
        return Base64.getEncoder().encodeToString(SetContextBytes.hash(context));
    }
}
