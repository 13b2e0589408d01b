package io.holdfast.catalog;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;

/**
 * A set that is whole: its manifest and keys, both verified.
 *
 * @param digest SHA-256 of the signed body
 */
public record CatalogEntry(ManifestBody body, KeySection keys, Bytes digest) {}
