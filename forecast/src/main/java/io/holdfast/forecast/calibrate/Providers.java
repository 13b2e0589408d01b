package io.holdfast.forecast.calibrate;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Cipher;

/**
 * Who computes a cipher: Amazon's Corretto provider where its native library loads and has the mode, because it is a sister of the
 * OpenSSL that database engines use; else whatever provider of this Java has it.
 */
final class Providers {
    private static final String CORRETTO = "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider";

    private Providers() {}

    static Optional<Provider> of(PageCipher cipher) {
        return Stream.concat(corretto().stream(), Stream.of(Security.getProviders()))
                .filter(provider -> has(provider, cipher))
                .findFirst();
    }

    private static boolean has(Provider provider, PageCipher cipher) {
        try {
            Cipher.getInstance(cipher.transformation(), provider);
            return true;
        } catch (GeneralSecurityException absent) {
            return false;
        }
    }

    private static Optional<Provider> corretto() {
        try {
            Class<?> type = Class.forName(CORRETTO);
            Provider provider = (Provider) type.getField("INSTANCE").get(null);
            boolean loaded = type.getMethod("getLoadingError").invoke(provider) == null;
            return loaded ? Optional.of(provider) : Optional.empty();
        } catch (ReflectiveOperationException | LinkageError absent) {
            return Optional.empty();
        }
    }
}
