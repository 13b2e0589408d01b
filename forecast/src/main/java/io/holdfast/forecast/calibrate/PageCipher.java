package io.holdfast.forecast.calibrate;

import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.util.Arrays;
import java.util.stream.Collectors;

/** An algorithm, key length and mode that database engines and encrypted file systems use for pages. */
public enum PageCipher implements TextValue {
    /** MariaDB's file_key_management with a short key; pg_tde's pages. */
    AES_128_CBC("AES-128-CBC", "AES/CBC/NoPadding", 16),
    /** MariaDB's file_key_management as it comes. */
    AES_256_CBC("AES-256-CBC", "AES/CBC/NoPadding", 32),
    /** pg_tde's log; MariaDB with AES_CTR and a short key. */
    AES_128_CTR("AES-128-CTR", "AES/CTR/NoPadding", 16),
    /** MariaDB with AES_CTR. */
    AES_256_CTR("AES-256-CTR", "AES/CTR/NoPadding", 32),
    /** With a tag of 16 bytes. */
    AES_128_GCM("AES-128-GCM", "AES/GCM/NoPadding", 16),
    /** With a tag of 16 bytes. */
    AES_256_GCM("AES-256-GCM", "AES/GCM/NoPadding", 32),
    /** Encrypted block devices (LUKS); two keys. */
    AES_256_XTS("AES-256-XTS", "AES/XTS/NoPadding", 64),
    /** Old products. */
    TRIPLE_DES_CBC("3DES-CBC", "DESede/CBC/NoPadding", 24);

    private final String text;
    private final String transformation;
    private final int keyBytes;

    PageCipher(String text, String transformation, int keyBytes) {
        this.text = text;
        this.transformation = transformation;
        this.keyBytes = keyBytes;
    }

    /** The cipher of a name such as {@code AES-256-CBC}; {@link Permanent} for any other. */
    public static PageCipher parse(String text) {
        return Arrays.stream(values())
                .filter(one -> one.text.equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> Permanent.invalid(
                        "a cipher is one of "
                                + Arrays.stream(values()).map(one -> one.text).collect(Collectors.joining(", ")),
                        text));
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }

    String algorithm() {
        return transformation.substring(0, transformation.indexOf('/'));
    }

    String transformation() {
        return transformation;
    }

    int keyBytes() {
        return keyBytes;
    }

    /** How long an initial value is. */
    int ivBytes() {
        return switch (this) {
            case TRIPLE_DES_CBC -> 8;
            case AES_128_GCM, AES_256_GCM -> 12;
            default -> 16;
        };
    }

    boolean authenticates() {
        return this == AES_128_GCM || this == AES_256_GCM;
    }
}
