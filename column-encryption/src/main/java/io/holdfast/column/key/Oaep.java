package io.holdfast.column.key;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.spec.MGF1ParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

/**
 * RSA-OAEP as Always Encrypted uses it. Its public description says SHA-256; every driver uses SHA-1, for the label and for
 * MGF1, and so do the values that exist.
 */
final class Oaep {
    private static final OAEPParameterSpec SHA_1 =
            new OAEPParameterSpec("SHA-1", "MGF1", MGF1ParameterSpec.SHA1, PSource.PSpecified.DEFAULT);

    private Oaep() {}

    static Cipher cipher(int mode, Key key) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
        cipher.init(mode, key, SHA_1);
        return cipher;
    }

    /** The last step of encrypting, which fails for no input of 32 bytes and no key of 2048 bits. */
    static byte[] finish(Cipher cipher, byte[] plain) {
        try {
            return cipher.doFinal(plain);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("RSA-OAEP refused what it always takes", e);
        }
    }
}
