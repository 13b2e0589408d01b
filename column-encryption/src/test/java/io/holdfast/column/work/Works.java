package io.holdfast.column.work;

import io.holdfast.column.ColumnName;
import io.holdfast.column.TestColumns;
import io.holdfast.column.TestDatabase.Place;
import io.holdfast.column.database.Session;
import io.holdfast.column.key.MasterKeys;
import io.holdfast.column.table.OpenedKeys;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Function;

/** Work in tests: without rest between batches, on a connection that is closed as after a crash. */
final class Works {
    static final Pace FAST = new Pace() {
        @Override
        public void after(int rows) {
            // Nobody else is to be spared.
        }

        @Override
        public void pause(Duration time) {
            try {
                Thread.sleep(Math.min(50, time.toMillis()));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private Works() {}

    static <T> T with(Place place, ColumnWork.Options options, Function<ColumnWork, T> work) {
        try (Connection connection = place.source().getConnection();
                OpenedKeys keys = new OpenedKeys(MasterKeys.of(TestColumns.CMK))) {
            return work.apply(new ColumnWork(Session.of(connection), place.keySchema(), keys, options));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static ColumnWork.Options options(int batch) {
        return new ColumnWork.Options(batch, Duration.ZERO, FAST, (work, total) -> {});
    }

    static Verification.Found verify(Place place, ColumnName column) {
        try (Connection connection = place.source().getConnection();
                OpenedKeys keys = new OpenedKeys(MasterKeys.of(TestColumns.CMK))) {
            return new Verification(Session.of(connection), place.keySchema(), keys, options(100)).column(column);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
