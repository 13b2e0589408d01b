package io.holdfast.tidy.breach.worker.seal;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;

/** A stage that encrypts by itself. */
final class TouchesCiphers {
    static Cipher cipher() throws GeneralSecurityException {
        return Cipher.getInstance("AES/GCM/NoPadding");
    }
}
