package io.holdfast.column.work;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.database.Session;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.util.Locale;

/**
 * Gives up the encryption or decryption of a column, such as one whose values do not fit the type that was asked for. The column stays as
 * it was; what was made beside it goes. It needs no key.
 */
public final class Abandonment {
    private final Session session;
    private final String keySchema;
    private final WorkTable works;
    private final TableSql sql;

    /** On a session of its own, with the key tables of this schema. */
    public Abandonment(Session session, String keySchema) {
        this.session = session;
        this.keySchema = keySchema;
        this.works = new WorkTable(session, keySchema);
        this.sql = TableSql.of(session);
    }

    /**
     * Gives up what is unfinished of a column; interrupted, it can be asked for again.
     *
     * @return what was given up
     * @throws Permanent if nothing is unfinished, or it can only be finished: cells of a rotation are under two keys already, and a column
     *     that was replaced has only to be entered in the key tables
     * @throws Transient if another process works on the column
     */
    public WorkKind abandon(ColumnName name) {
        if (!sql.claim(name)) {
            throw new Transient(
                    ColumnFailure.WORK_ELSEWHERE, "another process works on column " + name + " of this database");
        }
        Work work = works.find(name)
                .orElseThrow(() -> new Permanent(
                        ColumnFailure.WORK_OTHER,
                        "column " + name + " has no unfinished work",
                        "holdfast column status shows what is unfinished."));
        ColumnName shadow = new ColumnName(name.schema(), name.table(), work.shadow());
        boolean there = sql.column(shadow).isPresent();
        if (work.kind() == WorkKind.ROTATE) {
            throw onlyToFinish(work, "cells are under two keys already");
        }
        if (work.done().step() == Step.SWITCH && !there) {
            throw onlyToFinish(work, "the column was replaced already");
        }
        // First of all, so that what is left after an interruption cannot be taken for a column that was replaced.
        works.save(work.at(Work.Done.NOTHING));
        sql.unwatch(keySchema, name).forEach(session::execute);
        if (there) {
            session.execute("ALTER TABLE " + session.dialect().table(shadow) + " DROP COLUMN "
                    + session.dialect().quoted(shadow.column()));
        }
        works.remove(work);
        return work.kind();
    }

    private static Permanent onlyToFinish(Work work, String why) {
        String kind = work.kind().name().toLowerCase(Locale.ROOT);
        return new Permanent(
                ColumnFailure.WORK_OTHER,
                "the unfinished " + kind + " of column " + work.name() + " cannot be given up: " + why,
                "Ask for the same again as when it began, to its end; holdfast column status shows it.");
    }
}
