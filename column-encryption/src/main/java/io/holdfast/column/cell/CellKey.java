package io.holdfast.column.cell;

import io.holdfast.column.ColumnFailure;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The three keys of cells, derived from one column encryption key: HMAC-SHA-256 of a sentence for each use, in UTF-16LE. The
 * sentence spells the algorithm SHA256, although T-SQL spells it SHA_256.
 */
public final class CellKey implements AutoCloseable {
    /** The length of a column encryption key in bytes. */
    public static final int LENGTH = 32;

    private static final String SENTENCE = "Microsoft SQL Server cell %s key with encryption"
            + " algorithm:AEAD_AES_256_CBC_HMAC_SHA256 and key length:256";

    private final String name;
    private final SecretBytes encryption;
    private final SecretBytes mac;
    private final SecretBytes vector;
    private final ThreadLocal<CellCiphers> ciphers = ThreadLocal.withInitial(this::makeCiphers);
    private volatile boolean closed;

    private CellKey(String name, SecretBytes columnKey) {
        this.name = name;
        this.encryption = derive(columnKey, "encryption");
        this.mac = derive(columnKey, "MAC");
        this.vector = derive(columnKey, "IV");
    }

    /**
     * Derives the keys; the column encryption key stays the caller's.
     *
     * @param name the column encryption key's name, for messages
     * @throws Permanent if the key is not {@value #LENGTH} bytes long
     */
    public static CellKey of(String name, SecretBytes columnKey) {
        if (columnKey.length() != LENGTH) {
            throw new Permanent(
                    ColumnFailure.KEY_LENGTH,
                    "column encryption key " + name + " has " + columnKey.length() + " bytes instead of " + LENGTH);
        }
        return new CellKey(name, columnKey);
    }

    private static SecretBytes derive(SecretBytes columnKey, String use) {
        byte[] sentence = SENTENCE.formatted(use).getBytes(StandardCharsets.UTF_16LE);
        return SecretBytes.takeOver(columnKey.use(key -> {
            try {
                Mac hmac = Mac.getInstance("HmacSHA256");
                hmac.init(new SecretKeySpec(key, "HmacSHA256"));
                return hmac.doFinal(sentence);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every JDK has HmacSHA256", e);
            }
        }));
    }

    /** The column encryption key's name. */
    public String name() {
        return name;
    }

    SecretBytes encryption() {
        return encryption;
    }

    SecretBytes mac() {
        return mac;
    }

    SecretBytes vector() {
        return vector;
    }

    /** This thread's own; they hold expanded keys until this key and the thread are garbage. */
    CellCiphers ciphers() {
        if (closed) {
            throw new IllegalStateException("column encryption key " + name + " was used after it was closed");
        }
        return ciphers.get();
    }

    private CellCiphers makeCiphers() {
        return encryption.use(e -> mac.use(m -> vector.use(v -> new CellCiphers(e, m, v))));
    }

    /** Wipes the derived keys; later use is an {@link IllegalStateException}. */
    @Override
    public void close() {
        closed = true;
        ciphers.remove();
        encryption.close();
        mac.close();
        vector.close();
    }

    @Override
    public String toString() {
        return "CellKey(" + name + ")";
    }
}
