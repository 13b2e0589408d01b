package io.holdfast.forecast.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.host.HostFacts;
import io.holdfast.protocol.failure.Failure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StretchTest {
    private static final Instant BEGUN = Instant.parse("2026-12-01T05:00:00Z");
    private static final HostFacts HOST = new HostFacts("db1", "boot-1", 2, "");

    private static Sample sample(int second, long read) {
        return new Sample(
                BEGUN.plusSeconds(second),
                Map.of(Counter.READ_BYTES, read),
                new ProcessUse(second * 500L, -1, -1),
                new HostUse(second * 1_000L, second * 900L, second * 100L, 0));
    }

    private static ServerFacts server(int startedSecond, int countsSinceSecond) {
        return new ServerFacts(
                ServerFacts.Engine.MARIADB,
                "id",
                "10.11.6",
                BEGUN.plusSeconds(startedSecond),
                BEGUN.plusSeconds(countsSinceSecond),
                16_384,
                1L << 30,
                Map.of());
    }

    private static SavePoint point(String name, HostFacts host, ServerFacts server, Sample sample) {
        return new SavePoint(name, host, server, sample, "");
    }

    private final SavePoint from = point("from", HOST, server(-100, -100), sample(0, 1_000));
    private final SavePoint to = point("to", HOST, server(-99, -99), sample(10, 9_000));

    private static void refused(SavePoint from, SavePoint to, ForecastFailure code, String words) {
        assertThatThrownBy(() -> Stretch.of(from, to, List.of())).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.what()).contains(words);
        });
    }

    @Test
    void whatWasDoneIsTheDifferenceAndEachSampleEndsASpan() {
        Stretch stretch = Stretch.of(from, to, List.of(sample(-5, 0), sample(4, 3_000), sample(40, 99_000)));
        assertThat(stretch.whole().seconds()).isEqualTo(10);
        assertThat(stretch.whole().of(Counter.READ_BYTES)).isEqualTo(8_000);
        assertThat(stretch.whole().of(Counter.LOG_BYTES)).isZero();
        assertThat(stretch.whole().process()).isEqualTo(new ProcessUse(5_000, -1, -1));
        assertThat(stretch.whole().host()).isEqualTo(new HostUse(10_000, 9_000, 1_000, 0));
        assertThat(stretch.spans())
                .extracting(span -> span.of(Counter.READ_BYTES))
                .containsExactly(2_000L, 6_000L);
    }

    @Test
    void pointsOfTwoMachinesOrOfOtherProcessorsAreRefused() {
        refused(
                from,
                point("to", new HostFacts("db2", "boot-1", 2, ""), to.server(), to.sample()),
                ForecastFailure.PAIR_OTHER_HOST,
                "db2");
        refused(
                from,
                point("to", new HostFacts("db1", "boot-1", 4, ""), to.server(), to.sample()),
                ForecastFailure.PAIR_OTHER_HOST,
                "2 processors at from and has 4 at to");
    }

    @Test
    void aRestartOfMachineOrServerBetweenIsRefused() {
        refused(
                from,
                point("to", new HostFacts("db1", "boot-2", 2, ""), to.server(), to.sample()),
                ForecastFailure.PAIR_RESTARTED,
                "db1");
        refused(from, point("to", HOST, server(5, 5), to.sample()), ForecastFailure.PAIR_RESTARTED, "05:00:05");
    }

    @Test
    void countersThatWereSetBackAreRefusedEvenWhenTheyHaveCaughtUp() {
        refused(from, point("to", HOST, server(-100, 3), to.sample()), ForecastFailure.COUNTER_RESET, "05:00:03");
        refused(
                from,
                point("to", HOST, to.server(), sample(10, 999)),
                ForecastFailure.COUNTER_RESET,
                "READ_BYTES was 1000");
        assertThatThrownBy(() -> Stretch.of(from, to, List.of(sample(4, 9_500))))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.code()).isEqualTo(ForecastFailure.COUNTER_RESET));
    }

    @Test
    void anotherServerOrVersionAndTheWrongOrderAreRefused() {
        ServerFacts upgraded =
                new ServerFacts(ServerFacts.Engine.MARIADB, "id", "11.4", BEGUN, BEGUN, 16_384, 1, Map.of());
        refused(from, point("to", HOST, upgraded, to.sample()), ForecastFailure.PAIR_OTHER_SERVER, "11.4");
        refused(to, from, ForecastFailure.PAIR_ORDER, "from");
    }
}
