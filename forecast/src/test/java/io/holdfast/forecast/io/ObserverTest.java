package io.holdfast.forecast.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.point.Counter;
import io.holdfast.forecast.point.SavePoint;
import io.holdfast.forecast.point.ServerFacts;
import io.holdfast.forecast.point.Stretch;
import io.holdfast.localservers.MariaDbOptions;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivateMariaDb;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.failure.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObserverTest {
    private static final Proc PROC = new Proc(Path.of("/proc"));
    private static final long MEBIBYTE = 1 << 20;

    private static Observer connect(String url, String user, String password) {
        return Observer.connect(new Observer.Address(url, user, OptionalLong.empty()), password.toCharArray(), PROC);
    }

    @ParameterizedTest
    @ValueSource(ints = {15, 17, 18})
    void whatPostgresReadsAndWritesIsCountedAndItsProcessIsFound(int major) {
        PostgresOptions options = PostgresOptions.in(
                        ServersForTests.folder("observer" + major).resolve("server"), ServersForTests.postgres(major))
                .withSetting("shared_buffers", "1MB");
        try (PrivatePostgres server = PrivatePostgres.start(options);
                Observer observer = connect(server.jdbcUrl(), server.superuser(), server.password())) {
            SavePoint from = observer.savePoint("from", "");
            server.execute(
                    "CREATE TABLE wide AS SELECT i, repeat('x', 500) AS x FROM generate_series(1, 40000) i",
                    "CHECKPOINT",
                    "SELECT count(*) FROM wide",
                    "SELECT pg_stat_force_next_flush()",
                    "SELECT 1");
            Stretch.Span span = Stretch.of(from, awaited(observer, from, 20 * MEBIBYTE), List.of())
                    .whole();

            assertThat(from.server().engine()).isEqualTo(ServerFacts.Engine.POSTGRESQL);
            assertThat(from.server().pageBytes()).isEqualTo(8_192);
            assertThat(from.server().dataBytes()).isGreaterThan(5 * MEBIBYTE);
            assertThat(span.of(Counter.WRITTEN_BYTES)).isBetween(20 * MEBIBYTE, 200 * MEBIBYTE);
            assertThat(span.of(Counter.READ_BYTES)).isBetween(18 * MEBIBYTE, 200 * MEBIBYTE);
            assertThat(span.of(Counter.LOG_BYTES)).isPositive();
            assertThat(span.process().cpuMillis()).isPositive();
        }
    }

    /** Statistics of other sessions arrive within about a second after they end. */
    private static SavePoint awaited(Observer observer, SavePoint from, long written) {
        long end = System.nanoTime() + 20_000_000_000L;
        SavePoint to = observer.savePoint("to", "");
        while (System.nanoTime() < end
                && Stretch.of(from, to, List.of()).whole().of(Counter.WRITTEN_BYTES) < written) {
            to = observer.savePoint("to", "");
        }
        return to;
    }

    @Test
    void whatMariaDbReadsAndWritesIsCountedAndRefusedAfterARestartOrAReset() {
        MariaDbOptions options = MariaDbOptions.in(
                        ServersForTests.folder("observer-mariadb").resolve("server"))
                .withSetting("--innodb-buffer-pool-size=8M")
                .withSetting("--innodb-flush-method=O_DIRECT");
        SavePoint from;
        try (PrivateMariaDb server = ServersForTests.mariaDb(options)) {
            try (Observer observer = connect(server.jdbcUrl(), PrivateMariaDb.SUPERUSER, server.password())) {
                from = observer.savePoint("from", "");
                server.execute(
                        "CREATE TABLE wide AS SELECT seq, repeat('x', 500) AS x FROM seq_1_to_60000",
                        "SELECT count(x) FROM wide",
                        "FLUSH TABLES wide FOR EXPORT",
                        "UNLOCK TABLES");
                SavePoint to = observer.savePoint("to", "");
                Stretch.Span span = Stretch.of(from, to, List.of()).whole();
                assertThat(from.server().pageBytes()).isEqualTo(16_384);
                assertThat(span.of(Counter.WRITTEN_BYTES)).isBetween(25 * MEBIBYTE, 200 * MEBIBYTE);
                assertThat(span.of(Counter.READ_BYTES)).isGreaterThan(10 * MEBIBYTE);
                assertThat(span.of(Counter.LOG_BYTES)).isPositive();
                assertThat(span.process().cpuMillis()).isPositive();
                assertThat(span.process().writtenBytes()).isGreaterThan(10 * MEBIBYTE);
            }
            awaitSeconds(6);
            server.stop();
            server.start();
            try (Observer observer = connect(server.jdbcUrl(), PrivateMariaDb.SUPERUSER, server.password())) {
                SavePoint restarted = observer.savePoint("to", "");
                assertThatThrownBy(() -> Stretch.of(from, restarted, List.of()))
                        .isInstanceOfSatisfying(
                                Failure.class,
                                failure -> assertThat(failure.code()).isEqualTo(ForecastFailure.PAIR_RESTARTED));
            }
        }
    }

    private static void awaitSeconds(int seconds) {
        try {
            Thread.sleep(seconds * 1_000L); // a restart is known by the time, so some must pass
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aServerThatDoesNotAnswerAWrongPasswordAndAWrongUrlAreToldApart() {
        PostgresOptions options = PostgresOptions.in(
                ServersForTests.folder("observer-refused").resolve("server"), ServersForTests.postgres(18));
        try (PrivatePostgres server = PrivatePostgres.start(options)) {
            refused(server.jdbcUrl(), "wrong", ForecastFailure.SERVER_DENIED);
        }
        refused("jdbc:postgresql://127.0.0.1:1/postgres", "x", ForecastFailure.SERVER_UNREACHABLE);
        refused("jdbc:mariadb://127.0.0.1:1/", "x", ForecastFailure.SERVER_UNREACHABLE);
        refused("jdbc:oracle:thin:@db", "x", ForecastFailure.SERVER_UNSUPPORTED);
        refused("jdbc:mariadb://db/?user=a&password=b", "x", ForecastFailure.SERVER_UNSUPPORTED);
    }

    private static void refused(String url, String password, ForecastFailure code) {
        assertThatThrownBy(() -> connect(url, "postgres", password))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.code()).isEqualTo(code));
    }

    @Test
    void aProcessThatIsNotThereIsSaidToBeElsewhere() {
        PostgresOptions options = PostgresOptions.in(
                ServersForTests.folder("observer-elsewhere").resolve("server"), ServersForTests.postgres(18));
        try (PrivatePostgres server = PrivatePostgres.start(options)) {
            Proc empty = new Proc(options.folder());
            assertThatThrownBy(() -> Observer.connect(
                            new Observer.Address(server.jdbcUrl(), server.superuser(), OptionalLong.empty()),
                            server.password().toCharArray(),
                            empty))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            failure -> assertThat(failure.code()).isEqualTo(ForecastFailure.SERVER_ELSEWHERE));
        }
    }
}
