package io.holdfast.column.work;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.cell.CellKey;
import io.holdfast.column.codec.ColumnCodec;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.database.Session;
import io.holdfast.column.table.ColumnRow;
import io.holdfast.column.table.ColumnRow.Proven;
import io.holdfast.column.table.KeyTableContent;
import io.holdfast.column.table.KeyTables;
import io.holdfast.column.table.OpenedKeys;
import io.holdfast.column.value.TypeNames;
import io.holdfast.column.work.Work.Done;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Encrypts, decrypts and re-keys whole columns while programs use the table. Every batch is a transaction that also notes how far the work
 * is, so that work that was interrupted, however, goes on when the same is asked for again.
 */
public final class ColumnWork {
    private static final Duration BETWEEN_CLAIMS = Duration.ofMillis(250);
    private static final int CLAIMS = 20;
    private static final int LONGEST_NAME = 63;

    private final Session session;
    private final KeyTables tables;
    private final WorkTable works;
    private final OpenedKeys keys;
    private final Options options;

    /**
     * How work is done.
     *
     * @param batch how many rows in a transaction
     * @param settle how long a rotation waits after the next key is announced; longer than programs go without reading the key tables
     * @param pace of batches
     * @param watcher is shown the work after each batch
     */
    public record Options(int batch, Duration settle, Pace pace, Watcher watcher) {}

    /** Is shown work that is under way. */
    @FunctionalInterface
    public interface Watcher {
        /** {@code total}: how many values the column had when the step began. */
        void show(Work work, long total);
    }

    /** On a session of its own; all arguments stay the caller's. */
    public ColumnWork(Session session, String keySchema, OpenedKeys keys, Options options) {
        this.session = session;
        this.tables = new KeyTables(session, keySchema);
        this.works = new WorkTable(session, keySchema);
        this.keys = keys;
        this.options = options;
    }

    /**
     * Encrypts a column of plaintext, or goes on with it.
     *
     * @return how many values were converted
     * @throws Permanent if the table or the column does not allow it, or a value does not fit the type
     */
    public long encrypt(EncryptedColumn column, String key) {
        claim(column.name());
        Work work = begun(column.name(), WorkKind.ENCRYPT).orElseGet(() -> planEncryption(column, key));
        if (!work.column().equals(column) || !work.key().equals(key)) {
            throw other(
                    work,
                    "with key " + work.key() + ", " + work.column().kind() + ", as "
                            + TypeNames.text(work.column().type()));
        }
        KeyTableContent content = tables.read();
        CellKey cells = keys.cells(content, key);
        ColumnRow bare = bare(work);
        ColumnRow entry = new ColumnRow(column, keys.prove(content, bare, key), work.plainType(), Optional.empty());
        return new Replacement(session, tables, works, options)
                .run(work, new Conversion.Encryption(column, new ColumnCodec(column, cells)), () -> tables.put(entry));
    }

    private static ColumnRow bare(Work work) {
        return new ColumnRow(
                work.column(), new Proven(work.key(), Bytes.of(new byte[0])), work.plainType(), Optional.empty());
    }

    /** Decrypts a column to the type that it had, or goes on with it; as {@link #encrypt}. */
    public long decrypt(ColumnName name) {
        claim(name);
        Work work = begun(name, WorkKind.DECRYPT).orElseGet(() -> planDecryption(name));
        CellKey cells = keys.cells(tables.read(), work.key());
        return new Replacement(session, tables, works, options)
                .run(
                        work,
                        new Conversion.Decryption(work.column(), new ColumnCodec(work.column(), cells)),
                        () -> tables.remove(name));
    }

    /**
     * Puts a column's cells under another column encryption key, or goes on with it; as {@link #encrypt}. Programs that use {@code
     * EncryptedColumns} read, write and find rows all the while.
     */
    public long rotate(ColumnName name, String newKey) {
        claim(name);
        Work work = begun(name, WorkKind.ROTATE).orElseGet(() -> planRotation(name, newKey));
        if (!work.key().equals(newKey)) {
            throw other(work, "to key " + work.key());
        }
        KeyTableContent content = tables.read();
        ColumnRow row = content.column(name);
        CellKey older = keys.of(content, row).getLast();
        CellKey newer = keys.of(content, row).getFirst();
        Conversion rekeying =
                new Conversion.Rekeying(new ColumnCodec(row.column(), newer), new ColumnCodec(row.column(), older));
        Passes passes = new Passes(session, works, options, Passes.inPlace(session, name));
        Work now = work;
        if (now.done().step() == Step.PREPARE) {
            options.pace().pause(options.settle());
            now = passes.step(now, Step.FILL);
        }
        if (now.done().step() == Step.FILL) {
            now = passes.step(passes.fill(now, rekeying), Step.CHECK);
        }
        Work checked = passes.check(now, rekeying);
        session.transaction(() -> {
            tables.put(new ColumnRow(row.column(), row.keys().getFirst(), row.plainType(), Optional.empty()));
            works.remove(checked);
        });
        return checked.done().written();
    }

    private Work planEncryption(EncryptedColumn column, String key) {
        ColumnName name = column.name();
        if (tables.read().columns().containsKey(name)) {
            throw unsuitable(name, "it is encrypted already");
        }
        keys.cells(tables.read(), key);
        return begin(new Work(
                WorkKind.ENCRYPT, column, key, requireSuitable(name, "").type(), Done.NOTHING));
    }

    private Work planDecryption(ColumnName name) {
        KeyTableContent content = tables.read();
        ColumnRow row = content.column(name);
        keys.of(content, row);
        if (row.next().isPresent()) {
            throw unsuitable(name, "its key is being rotated; finish that first");
        }
        // A guard goes with its column.
        requireSuitable(name, "constraint " + name.column());
        return begin(new Work(WorkKind.DECRYPT, row.column(), row.key().name(), row.plainType(), Done.NOTHING));
    }

    /** A look at what could hinder, but for one use that does not. */
    private TableSql.Facts requireSuitable(ColumnName name, String harmless) {
        TableSql sql = TableSql.of(session);
        TableSql.Facts facts =
                sql.column(name).orElseThrow(() -> unsuitable(name, "there is no such column of a plain table"));
        if (sql.primaryKey(name).isEmpty()) {
            throw unsuitable(name, "its table has no primary key, by which rows are taken in order");
        }
        List<String> uses =
                sql.uses(name).stream().filter(use -> !use.equals(harmless)).toList();
        if (!uses.isEmpty()) {
            throw unsuitable(name, "it is used by: " + String.join("; ", uses));
        }
        String shadow = name.column() + Work.SECOND;
        if (shadow.length() > LONGEST_NAME
                || sql.column(new ColumnName(name.schema(), name.table(), shadow))
                        .isPresent()) {
            throw unsuitable(name, "a second column " + shadow + " cannot be made beside it");
        }
        return facts;
    }

    private Work planRotation(ColumnName name, String newKey) {
        KeyTableContent content = tables.read();
        ColumnRow row = content.column(name);
        keys.of(content, row);
        if (row.key().name().equals(newKey)) {
            throw unsuitable(name, "its key is " + newKey + " already");
        }
        if (TableSql.of(session).primaryKey(name).isEmpty()) {
            throw unsuitable(name, "its table has no primary key, by which rows are taken in order");
        }
        Work work = new Work(WorkKind.ROTATE, row.column(), newKey, row.plainType(), Done.NOTHING);
        ColumnRow announced =
                new ColumnRow(row.column(), row.key(), row.plainType(), Optional.of(keys.prove(content, row, newKey)));
        session.transaction(() -> {
            tables.put(announced);
            works.insert(work);
        });
        return work;
    }

    private Work begin(Work work) {
        works.insert(work);
        return work;
    }

    private Optional<Work> begun(ColumnName name, WorkKind kind) {
        Optional<Work> found = works.find(name);
        found.filter(work -> work.kind() != kind).ifPresent(work -> {
            throw other(work, "");
        });
        return found;
    }

    private void claim(ColumnName name) {
        for (int i = 0; i < CLAIMS; i++) {
            if (TableSql.of(session).claim(name)) {
                return;
            }
            options.pace().pause(BETWEEN_CLAIMS);
        }
        throw new Transient(
                ColumnFailure.WORK_ELSEWHERE, "another process works on column " + name + " of this database");
    }

    private static Permanent other(Work work, String how) {
        return new Permanent(
                ColumnFailure.WORK_OTHER,
                "column " + work.name() + " has unfinished work of another kind: "
                        + work.kind().name().toLowerCase(Locale.ROOT) + " " + how);
    }

    static Permanent unsuitable(ColumnName name, String why) {
        return new Permanent(ColumnFailure.TABLE_UNSUITABLE, "column " + name + " cannot be worked on: " + why);
    }
}
