package io.holdfast.column.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.column.ColumnName;
import io.holdfast.column.TestColumns;
import io.holdfast.column.TestDatabase;
import io.holdfast.column.TestDatabase.Place;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that works on a column is killed (SIGKILL) at random batches; the next one goes on, and nothing is lost. */
final class WorkKilledTest {
    private static final int ROWS = 600;
    private static final long SEED = 1;

    /** Runs it, and kills it after so many lines; whether it came to its end before. */
    private static boolean finished(Place place, String what, int lines) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                WorkProcess.class.getName(),
                place.url(),
                place.login().getProperty("user"),
                place.keySchema(),
                place.schema(),
                what);
        builder.environment().put("DATABASE_PASSWORD", place.login().getProperty("password"));
        Process process = builder.redirectErrorStream(true).start();
        StringBuilder said = new StringBuilder();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            int seen = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                said.append(line).append('\n');
                if (++seen == lines) {
                    // Not the process itself, which would close what it said.
                    process.toHandle().destroyForcibly();
                }
            }
        }
        int exit = process.waitFor();
        assertThat(exit).as(said.toString()).isIn(0, 137);
        return exit == 0;
    }

    private static int killed(Place place, String what) throws IOException, InterruptedException {
        Random random = new Random(SEED);
        int kills = 0;
        // About 31 lines for each of the two passes: most runs are killed, and no run is for nothing.
        while (!finished(place, what, 15 + random.nextInt(50))) {
            kills++;
        }
        return kills;
    }

    @ParameterizedTest
    @EnumSource
    void whatWasKilledGoesOnAndLosesNothing(TestDatabase database) throws IOException, InterruptedException {
        Place place = new TestColumns(database.place()).place();
        place.execute("CREATE TABLE staff (id int PRIMARY KEY, name varchar(30))");
        StringBuilder rows = new StringBuilder("INSERT INTO staff VALUES (-1, NULL)");
        IntStream.range(0, ROWS).forEach(i -> rows.append(", (" + i + ", 'name" + i % 50 + "')"));
        place.execute(rows.toString());
        String all = "SELECT name FROM staff ORDER BY id";
        List<String> before = place.with(session -> session.query(all, row -> String.valueOf(row.getString(1))));
        ColumnName name = place.column("staff", "name");
        assertThat(killed(place, "encrypt")).isPositive();
        assertThat(Works.verify(place, name)).isEqualTo(new Verification.Found(name, ROWS, 0, List.of()));
        assertThat(killed(place, "rotate")).isPositive();
        assertThat(Works.verify(place, name)).isEqualTo(new Verification.Found(name, ROWS, 0, List.of()));
        assertThat(place.ask("SELECT count(DISTINCT name) FROM staff")).isEqualTo("50");
        assertThat(killed(place, "decrypt")).isPositive();
        assertThat(place.<List<String>>with(session -> session.query(all, row -> String.valueOf(row.getString(1)))))
                .isEqualTo(before);
        assertThat(place.ask("SELECT count(*) FROM " + place.keyTable("column_work")))
                .isEqualTo("0");
    }
}
