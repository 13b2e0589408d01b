package io.holdfast.keys.seal;

import io.holdfast.keys.KeyFingerprint;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/**
 * Wraps data keys to public keys. What is wrapped, version 1, is
 *
 * <pre>
 * u8 version = 1 | u8 transport (1 RSA-OAEP-SHA256, 2 ECDH-P384) | u16 length | transported[length] | what {@link KeyWrap} sealed
 * </pre>
 *
 * <p>The key that seals is HKDF-SHA256 (RFC 5869) of the secret that was transported ({@link KeyTransport}), without salt, for the fields
 * {@code holdfast certificate 1}, the transport's name, SHA-256 of the recipient's SubjectPublicKeyInfo, SHA-256 of the set's context,
 * and the transported bytes, each as u32 length and bytes. The set's context ({@link SetContextBytes}) is the associated data.
 */
public final class CertificateWrap {
    private static final int VERSION = 1;
    private static final int HEAD_BYTES = 4;
    /** Nonce, data key, tag. */
    private static final int SEALED_BYTES = 12 + KeyWrap.KEY_BYTES + 16;

    private static final byte[] LABEL = "holdfast certificate 1".getBytes(StandardCharsets.US_ASCII);
    private static final KeyWrap WRAP = new KeyWrap(new SecureRandom());

    private CertificateWrap() {}

    /** Wraps to a key that {@link KeyTransport#to} knows a way to; others are an {@link IllegalArgumentException}. */
    public static Bytes wrap(PublicKey recipient, SetContext context, SecretBytes dataKey) {
        KeyTransport transport = way(recipient);
        try {
            KeyTransport.Sent sent = transport.send(recipient);
            try (SecretBytes secret = sent.secret();
                    SecretBytes key = Derivation.derive(secret, binding(recipient, context, sent.transported()))) {
                byte[] sealed =
                        WRAP.seal(key, SetContextBytes.of(context), dataKey).toArray();
                byte[] transported = sent.transported().toArray();
                return Bytes.of(ByteBuffer.allocate(HEAD_BYTES + transported.length + sealed.length)
                        .put((byte) VERSION)
                        .put((byte) transport.number())
                        .putShort((short) transported.length)
                        .put(transported)
                        .put(sealed)
                        .array());
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot do " + transport, e);
        }
    }

    /** Whether the bytes are of the form of what is wrapped to this key; that they open only the private key shows. */
    public static boolean fits(PublicKey recipient, Bytes wrapped) {
        return parts(recipient, wrapped).isPresent();
    }

    /**
     * The data key; empty when it was wrapped to another key or for another set, or a bit was changed.
     *
     * @param recipient the public half of {@code key}
     */
    public static Optional<SecretBytes> unwrap(PublicKey recipient, PrivateKey key, SetContext context, Bytes wrapped) {
        Parts parts = parts(recipient, wrapped).orElse(null);
        if (parts == null) {
            return Optional.empty();
        }
        KeyTransport transport = way(recipient);
        try (SecretBytes secret = transport.receive(key, parts.transported.toArray());
                SecretBytes opening = Derivation.derive(secret, binding(recipient, context, parts.transported))) {
            return KeyWrap.open(opening, SetContextBytes.of(context), parts.sealed);
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private record Parts(Bytes transported, Bytes sealed) {}

    private static Optional<Parts> parts(PublicKey recipient, Bytes wrapped) {
        KeyTransport transport = way(recipient);
        int length = transport.length(recipient);
        if (wrapped.length() != HEAD_BYTES + length + SEALED_BYTES) {
            return Optional.empty();
        }
        ByteBuffer rest = ByteBuffer.wrap(wrapped.toArray());
        if (rest.get() != VERSION || rest.get() != transport.number() || rest.getShort() != length) {
            return Optional.empty();
        }
        byte[] transported = new byte[length];
        byte[] sealed = new byte[SEALED_BYTES];
        rest.get(transported).get(sealed);
        return Optional.of(new Parts(Bytes.of(transported), Bytes.of(sealed)));
    }

    private static byte[] binding(PublicKey recipient, SetContext context, Bytes transported) {
        List<byte[]> fields = List.of(
                LABEL,
                way(recipient).name().getBytes(StandardCharsets.US_ASCII),
                KeyFingerprint.of(recipient).digest().toArray(),
                SetContextBytes.hash(context),
                transported.toArray());
        ByteBuffer bytes = ByteBuffer.allocate(
                fields.stream().mapToInt(field -> Integer.BYTES + field.length).sum());
        fields.forEach(field -> bytes.putInt(field.length).put(field));
        return bytes.array();
    }

    private static KeyTransport way(PublicKey recipient) {
        return KeyTransport.to(recipient)
                .orElseThrow(() -> new IllegalArgumentException("no way to a key of " + recipient.getAlgorithm()));
    }
}
