package io.holdfast.keys.store;

import io.holdfast.protocol.Bytes;
import java.util.Map;

/**
 * A sealed store's file: JSON.
 *
 * @param header in clear
 * @param records sealed secrets by name
 * @param seal a code under the master key over header and all records, so that none can be added, dropped or exchanged
 */
record StoreContent(StoreHeader header, Map<String, Bytes> records, Bytes seal) {}
