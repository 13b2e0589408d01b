package io.holdfast.keys;

import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.protocol.id.EncryptorName;
import java.time.InstantSource;
import java.util.List;

final class MemoryDataKeysTest implements DataKeysContract {
    private static final EncryptorName ONE = new EncryptorName("one");
    private static final EncryptorName TWO = new EncryptorName("two");

    private final DataKeys keys = MemoryDataKeys.of(InstantSource.system(), ONE, TWO);

    @Override
    public DataKeys keys() {
        return keys;
    }

    @Override
    public List<EncryptorName> encryptors() {
        return List.of(ONE, TWO);
    }
}
