package io.holdfast.column.codec;

import io.holdfast.column.cell.CellCipher;
import io.holdfast.column.cell.CellKey;
import io.holdfast.column.value.Normaliser;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of one encrypted column to cells and back. NULL stays NULL. May be used by several threads. */
public final class ColumnCodec {
    private final Normaliser normaliser;
    private final CellCipher cipher;

    /**
     * For one column.
     *
     * @param key stays the caller's, to be closed after the last use
     */
    public ColumnCodec(EncryptedColumn column, CellKey key) {
        this.normaliser = new Normaliser(column.name(), column.type());
        this.cipher = new CellCipher(column.name(), column.kind(), key);
    }

    /**
     * The cell of a value.
     *
     * @param value of the type's Java class, or null
     * @throws Permanent if the value does not fit the column's type
     */
    public byte @Nullable [] encrypt(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        byte[] plain = normaliser.write(value);
        try {
            return cipher.encrypt(plain);
        } finally {
            Arrays.fill(plain, (byte) 0);
        }
    }

    /**
     * The value of a cell.
     *
     * @throws Corrupt if the cell is damaged, under another key, or not of the column's type
     */
    public @Nullable Object decrypt(byte @Nullable [] cell) {
        if (cell == null) {
            return null;
        }
        byte[] plain = cipher.decrypt(cell);
        try {
            return normaliser.read(plain);
        } finally {
            Arrays.fill(plain, (byte) 0);
        }
    }
}
