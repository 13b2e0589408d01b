package io.holdfast.column.work;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.cell.CellCipher;
import io.holdfast.column.database.Session;
import io.holdfast.column.table.KeyTables;
import io.holdfast.protocol.failure.Corrupt;

/**
 * Replaces a column by a second one beside it. The database empties the second column of a row whose first one changes; so what is filled
 * is right, and what is not filled is still to be done, whoever writes meanwhile. In the last step, alone, the rest is converted, and the
 * second column takes the first one's name.
 */
final class Replacement {
    private final Session session;
    private final KeyTables tables;
    private final WorkTable works;
    private final ColumnWork.Options options;
    private final TableSql sql;

    Replacement(Session session, KeyTables tables, WorkTable works, ColumnWork.Options options) {
        this.session = session;
        this.tables = tables;
        this.works = works;
        this.options = options;
        this.sql = TableSql.of(session);
    }

    /** From wherever the work is to its end; {@code entry} changes the key tables when the column is replaced. */
    long run(Work begun, Conversion conversion, Runnable entry) {
        ColumnName name = begun.name();
        ColumnName shadow = new ColumnName(name.schema(), name.table(), begun.shadow());
        Batches batches = new Batches(session, name, sql.primaryKey(name), begun.shadow(), parameter(begun));
        Passes passes = new Passes(session, works, options, batches);
        Work work = begun;
        if (work.done().step() == Step.PREPARE) {
            prepare(work, shadow);
            work = passes.step(work, Step.FILL);
        }
        if (work.done().step() == Step.FILL) {
            work = passes.step(passes.fill(work, conversion), Step.CHECK);
        }
        if (work.done().step() == Step.CHECK) {
            work = passes.step(passes.check(work, conversion), Step.SWITCH);
        }
        Work last = work;
        Runnable entered = () -> {
            entry.run();
            works.remove(last);
        };
        if (sql.column(shadow).isEmpty()) {
            session.transaction(entered);
            return last.done().written();
        }
        return last.done().written()
                + Passes.busy(options, () -> sql.alone(name, () -> replace(last, batches, conversion), entered));
    }

    private String parameter(Work work) {
        return work.kind() == WorkKind.ENCRYPT ? "?" : sql.parameter(work.plainType());
    }

    private String definition(Work work, ColumnName of) {
        return work.kind() == WorkKind.ENCRYPT
                ? sql.cells(
                        tables.schema(),
                        of,
                        Math.min(
                                Integer.MAX_VALUE,
                                PlainValues.longest(work.column().type()) + CellCipher.lengthOf(0)))
                : work.plainType();
    }

    private void prepare(Work work, ColumnName shadow) {
        if (sql.column(shadow).isEmpty()) {
            session.execute("ALTER TABLE " + session.dialect().table(shadow) + " ADD COLUMN "
                    + session.dialect().quoted(shadow.column()) + " " + definition(work, shadow));
        }
        sql.watch(tables.schema(), work.name(), shadow.column()).forEach(session::execute);
    }

    /** Converts what others wrote since, and replaces the column; nobody else is in the table. */
    private long replace(Work work, Batches batches, Conversion conversion) {
        long written = 0;
        Position last = Position.START;
        for (boolean more = true; more; ) {
            Batches.Batch batch = batches.convert(conversion, last, options.batch());
            written += batch.written();
            last = batch.last();
            more = batch.seen() == options.batch();
        }
        long unpaired = batches.unpaired();
        if (unpaired != 0) {
            throw new Corrupt(
                    ColumnFailure.CHECK_FAILED,
                    "column " + work.name() + " has " + unpaired
                            + " rows without their converted value, or with one that" + " belongs to no value");
        }
        TableSql.Facts facts = sql.column(work.name()).orElseThrow();
        sql.unwatch(tables.schema(), work.name()).forEach(session::execute);
        sql.replace(work.name(), work.shadow(), definition(work, work.name()), facts)
                .forEach(session::execute);
        return written;
    }
}
