package io.holdfast.protocol.stripe;

/** A page whose checksum is wrong after it was read again: the file and the block's number in it. */
public record BadPage(String path, long block) {}
