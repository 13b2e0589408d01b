package io.holdfast.keys.certificate;

import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;

/** The kinds of keys that certificates are made for. */
public enum KeyKind implements TextValue {
    RSA_3072("rsa-3072", "SHA256withRSA"),
    RSA_4096("rsa-4096", "SHA256withRSA"),
    EC_P384("ec-p384", "SHA384withECDSA");

    private final String word;
    private final String signature;

    KeyKind(String word, String signature) {
        this.word = word;
        this.signature = signature;
    }

    /** Reads the one spelling; anything else is {@link Permanent}. */
    public static KeyKind parse(String text) {
        return Arrays.stream(values())
                .filter(kind -> kind.word.equals(text))
                .findFirst()
                .orElseThrow(
                        () -> Permanent.invalid("the key of a certificate is rsa-3072, rsa-4096 or ec-p384", text));
    }

    KeyPair newPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(this == EC_P384 ? "EC" : "RSA");
        switch (this) {
            case RSA_3072 -> generator.initialize(3072);
            case RSA_4096 -> generator.initialize(4096);
            case EC_P384 -> generator.initialize(new ECGenParameterSpec("secp384r1"));
        }
        return generator.generateKeyPair();
    }

    /** By what a certificate of this kind signs itself. */
    String signature() {
        return signature;
    }

    @Override
    public String text() {
        return word;
    }

    @Override
    public String toString() {
        return word;
    }
}
