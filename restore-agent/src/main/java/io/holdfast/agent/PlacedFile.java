package io.holdfast.agent;

/**
 * A file of the restored instance as it must stand there.
 *
 * @param modified seconds since 1970
 * @param crc CRC-32C of the whole file
 */
public record PlacedFile(String path, long size, long modified, long crc) {}
