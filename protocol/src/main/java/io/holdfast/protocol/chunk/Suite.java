package io.holdfast.protocol.chunk;

import io.holdfast.protocol.failure.Permanent;
import java.util.Optional;

/** The cipher suites of HFS1, with their ids in the header and their names in jobs, manifests and contexts. */
public enum Suite {
    AES_128(0x0101, "AES_128", 16),
    AES_192(0x0102, "AES_192", 16),
    AES_256(0x0103, "AES_256", 16),
    TRIPLE_DES_3KEY(0x0301, "TRIPLE_DES_3KEY", 48),
    NONE(0x0000, "none", 32);

    private final int id;
    private final String label;
    private final int overhead;

    Suite(int id, String label, int overhead) {
        this.id = id;
        this.label = label;
        this.overhead = overhead;
    }

    /** The 16-bit id in the header. */
    public int id() {
        return id;
    }

    /** The name in jobs, manifests and encryption contexts. */
    public String label() {
        return label;
    }

    /** By how many bytes, at most, a sealed chunk is longer than its packed bytes. */
    public int overhead() {
        return overhead;
    }

    /** What has to be said wherever a job or set of this suite is shown: that it is legacy, or that nothing is encrypted. */
    public Optional<String> warning() {
        return switch (this) {
            case AES_128, AES_192, AES_256 -> Optional.empty();
            case TRIPLE_DES_3KEY ->
                Optional.of("TRIPLE_DES_3KEY is a legacy cipher that NIST SP 800-131A disallows since 2024; use AES_256"
                        + " unless a rule demands it");
            case NONE ->
                Optional.of("NOT ENCRYPTED: suite none lets everybody read the set who can read the repository");
        };
    }

    /** The suite of a name as jobs write it; an unknown one is {@link Permanent}. */
    public static Suite parse(String label) {
        for (Suite suite : values()) {
            if (suite.label.equals(label)) {
                return suite;
            }
        }
        throw Permanent.invalid("a suite is AES_128, AES_192, AES_256, TRIPLE_DES_3KEY or none", label);
    }
}
