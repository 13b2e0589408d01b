package io.holdfast.chunk.write;

/** Whether sealing with ciphers that are no longer recommended is allowed. Opening never needs an allowance. */
public enum LegacyCiphers {
    REFUSED,
    /** TRIPLE_DES_3KEY may be used; whoever allows it warns. */
    ALLOWED
}
