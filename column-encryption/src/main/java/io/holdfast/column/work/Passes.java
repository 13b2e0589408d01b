package io.holdfast.column.work;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.database.Session;
import io.holdfast.column.work.Batches.Batch;
import io.holdfast.column.work.Work.Done;
import io.holdfast.protocol.failure.Transient;
import java.sql.Connection;
import java.time.Duration;
import java.util.function.Supplier;

/** Passes over a table in batches, each a transaction that also notes how far the work is. */
final class Passes {
    private static final int TRIES = 10;

    private final Session session;
    private final WorkTable works;
    private final ColumnWork.Options options;
    private final Batches batches;

    Passes(Session session, WorkTable works, ColumnWork.Options options, Batches batches) {
        this.session = session;
        this.works = works;
        this.options = options;
        this.batches = batches;
    }

    /** Batches that write into the column that they read. */
    static Batches inPlace(Session session, ColumnName name) {
        return new Batches(session, name, TableSql.of(session).primaryKey(name), name.column(), "?");
    }

    /** Notes that the next step begins. */
    Work step(Work work, Step next) {
        Work now = work.at(work.done().next(next));
        works.save(now);
        return now;
    }

    /** Converts what is not converted yet, from where the work is to the table's end. */
    Work fill(Work work, Conversion conversion) {
        long total = batches.total();
        Work now = work;
        while (true) {
            Work before = now;
            Batch batch = busy(
                    options,
                    () -> inTransaction(() -> {
                        Batch one = batches.convert(
                                conversion, Position.parse(before.done().lastRow()), options.batch());
                        works.save(after(before, one));
                        return one;
                    }));
            now = after(now, batch);
            options.watcher().show(now, total);
            if (batch.seen() < options.batch()) {
                return now;
            }
            options.pace().after(batch.seen());
        }
    }

    /** Compares everything that is converted. */
    Work check(Work work, Conversion conversion) {
        long total = batches.total();
        Work now = work;
        while (true) {
            Work before = now;
            Batch batch = busy(
                    options,
                    () -> batches.check(conversion, Position.parse(before.done().lastRow()), options.batch()));
            now = after(now, batch);
            works.save(now);
            options.watcher().show(now, total);
            if (batch.seen() < options.batch()) {
                return now;
            }
            options.pace().after(batch.seen());
        }
    }

    private <T> T inTransaction(Supplier<T> work) {
        return session.transaction(Connection.TRANSACTION_READ_COMMITTED, work);
    }

    private static Work after(Work work, Batch batch) {
        Done done = work.done();
        return work.at(new Done(
                done.step(), batch.last().text(), done.seen() + batch.seen(), done.written() + batch.written()));
    }

    /** Does it again, a little later each time, while others' locks are in the way. */
    static <T> T busy(ColumnWork.Options options, Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (Transient e) {
                if (attempt == TRIES || e.code() != ColumnFailure.DATABASE_AWAY) {
                    throw e;
                }
                options.pace().pause(Duration.ofMillis(100L * attempt));
            }
        }
    }
}
