package io.holdfast.column.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.TestColumns;
import io.holdfast.column.TestDatabase;
import io.holdfast.column.TestDatabase.Place;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.jdbc.EncryptedColumns;
import io.holdfast.column.key.MasterKeys;
import io.holdfast.column.table.KeyTables;
import io.holdfast.column.value.TypeNames;
import io.holdfast.protocol.failure.Transient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing is lost and everything is found while others write, and however often the work is cut off. */
final class WorkUnderLoadTest {
    private static final int ROWS = 2000;
    private static final long SEED = 1;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean over = new AtomicBoolean();

    @AfterEach
    void end() throws InterruptedException {
        over.set(true);
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    private static EncryptedColumn column(Place place) {
        return new EncryptedColumn(
                place.column("staff", "name"), TypeNames.parse("nvarchar(30)"), EncryptionKind.DETERMINISTIC);
    }

    private static Place filled(TestDatabase database) {
        Place place = new TestColumns(database.place()).place();
        place.execute("CREATE TABLE staff (id int PRIMARY KEY, name varchar(30), counter int NOT NULL)");
        for (int first = 0; first < ROWS; first += 500) {
            StringBuilder rows = new StringBuilder("INSERT INTO staff VALUES ");
            IntStream.range(first, first + 500)
                    .forEach(
                            i -> rows.append(i % 500 == 0 ? "" : ", ").append("(" + i + ", 'name" + i % 100 + "', 0)"));
            place.execute(rows.toString());
        }
        return place;
    }

    /** Changes rows of plaintext until the column is no longer plaintext; what it wrote in the end. */
    private Map<Integer, String> write(Place place, Map<Integer, String> model) throws SQLException {
        Random random = new Random(SEED);
        try (Connection connection = place.source().getConnection()) {
            while (!over.get()) {
                int id = random.nextInt(ROWS + 300);
                String value = switch (random.nextInt(8)) {
                    case 0 -> null;
                    case 1 -> Objects.toString(model.get(id), "x").toUpperCase(Locale.ROOT);
                    default -> "new" + random.nextInt(100_000);
                };
                if (!changed(connection, model, id, random.nextInt(20) == 0 ? "DELETE" : value)) {
                    return model;
                }
            }
        }
        throw new AssertionError("the column was never replaced");
    }

    private static boolean changed(Connection connection, Map<Integer, String> model, int id, @Nullable String value) {
        boolean there = model.containsKey(id);
        boolean delete = "DELETE".equals(value);
        String sql = delete
                ? "DELETE FROM staff WHERE ? IS NULL AND id = ?"
                : there
                        ? "UPDATE staff SET name = ? WHERE id = ?"
                        : "INSERT INTO staff (name, id, counter) VALUES (?, ?, 0)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, delete ? null : value);
            statement.setInt(2, id);
            statement.executeUpdate();
        } catch (SQLException e) {
            String state = Objects.toString(e.getSQLState(), "");
            // Deadlocks and the like are tried again by programs; anything else is the guard.
            return state.startsWith("40");
        }
        if (delete) {
            model.remove(id);
        } else {
            model.put(id, Objects.toString(value));
        }
        return true;
    }

    /** Does the work again and again, cut off after random batches, until it is done. */
    private static int cutOff(Place place, Function<ColumnWork, Long> work) {
        Random random = new Random(SEED);
        int cuts = 0;
        while (true) {
            AtomicInteger left = new AtomicInteger(1 + random.nextInt(12));
            ColumnWork.Options options = new ColumnWork.Options(100, Duration.ZERO, Works.FAST, (now, total) -> {
                if (left.decrementAndGet() == 0) {
                    throw new Cut();
                }
            });
            try {
                Works.with(place, options, work);
                return cuts;
            } catch (Cut e) {
                cuts++;
            }
        }
    }

    @SuppressWarnings("serial")
    private static final class Cut extends RuntimeException {}

    private static Map<Integer, String> decrypted(Place place, EncryptedColumns columns, ColumnName name) {
        Map<Integer, String> all = new HashMap<>();
        place.with(session -> session.query("SELECT id, name FROM staff", rows -> {
            all.put(rows.getInt(1), Objects.toString(columns.get(rows, 2, name)));
            return 0;
        }));
        return all;
    }

    private static EncryptedColumns open(Place place) {
        return EncryptedColumns.open(place.port(), place.keySchema(), MasterKeys.of(TestColumns.CMK), System::nanoTime);
    }

    @ParameterizedTest
    @EnumSource
    void firstEncryptionLosesNothingThatIsWrittenMeanwhile(TestDatabase database)
            throws InterruptedException, ExecutionException {
        Place place = filled(database);
        Map<Integer, String> model = new HashMap<>();
        IntStream.range(0, ROWS).forEach(i -> model.put(i, "name" + i % 100));
        Future<Map<Integer, String>> writer = threads.submit(() -> write(place, model));
        EncryptedColumn column = column(place);
        assertThat(cutOff(place, work -> work.encrypt(column, "cek1"))).isPositive();
        Map<Integer, String> written = writer.get();
        try (EncryptedColumns columns = open(place)) {
            assertThat(decrypted(place, columns, column.name())).isEqualTo(written);
        }
        assertThat(Works.verify(place, column.name()).bad()).isZero();
    }

    /** Rows are looked up by name, and some are renamed, by a program that was there before the rotation. */
    private List<String> lookups(Place place, EncryptedColumns columns, ColumnName name) throws SQLException {
        List<String> missed = new ArrayList<>();
        Random random = new Random(SEED);
        try (Connection connection = place.source().getConnection();
                PreparedStatement find = connection.prepareStatement(
                        "SELECT id FROM staff WHERE " + EncryptedColumns.equal("name") + " AND id = ?");
                PreparedStatement rename = connection.prepareStatement("UPDATE staff SET name = ? WHERE id = ?")) {
            while (!over.get()) {
                int id = random.nextInt(ROWS);
                int next = columns.setEqual(find, 1, name, "name" + id % 100);
                find.setInt(next, id);
                try (ResultSet rows = find.executeQuery()) {
                    if (!rows.next()) {
                        missed.add("row " + id);
                    }
                }
                columns.set(rename, 1, name, "name" + id % 100);
                rename.setInt(2, id);
                rename.executeUpdate();
            }
        }
        return missed;
    }

    @ParameterizedTest
    @EnumSource
    void rotationOfAKeyLetsEveryRowBeFoundAllTheWhile(TestDatabase database)
            throws InterruptedException, ExecutionException {
        Place place = filled(database);
        EncryptedColumn column = column(place);
        assertThat(Works.<Long>with(place, Works.options(500), work -> work.encrypt(column, "cek1")))
                .isEqualTo(ROWS);
        try (EncryptedColumns columns = EncryptedColumns.open(
                place.port(), place.keySchema(), MasterKeys.of(TestColumns.CMK), new FastClock()::nanos)) {
            Future<List<String>> program = threads.submit(() -> lookups(place, columns, column.name()));
            ColumnWork.Options announced =
                    new ColumnWork.Options(100, Duration.ofMillis(50), settling(), (now, total) -> {
                        throw new Cut();
                    });
            assertThatThrownBy(() -> Works.with(place, announced, work -> work.rotate(column.name(), "cek2")))
                    .isInstanceOf(Cut.class);
            assertThat(cutOff(place, work -> work.rotate(column.name(), "cek2")))
                    .isPositive();
            over.set(true);
            assertThat(program.get()).isEmpty();
            assertThat(place.with(session -> new KeyTables(session, place.keySchema())
                                    .read()
                                    .column(column.name()))
                            .key()
                            .name())
                    .isEqualTo("cek2");
        }
        assertThat(Works.verify(place, column.name()))
                .isEqualTo(new Verification.Found(column.name(), ROWS, 0, List.of()));
    }

    /** Waits as long as programs, whose clock runs a thousand times faster here, need to hear of a rotation. */
    private static Pace settling() {
        return new Pace() {
            @Override
            public void after(int rows) {
                // No rest.
            }

            @Override
            public void pause(Duration time) {
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                    throw new Transient(ColumnFailure.DATABASE_AWAY, "interrupted", e);
                }
            }
        };
    }

    /** A second is a thousand. */
    private static final class FastClock {
        long nanos() {
            return System.nanoTime() * 1000;
        }
    }
}
