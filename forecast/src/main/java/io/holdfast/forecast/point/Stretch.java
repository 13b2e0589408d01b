package io.holdfast.forecast.point;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.protocol.failure.Permanent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was done between two save points that may be set against each other.
 *
 * @param samples beginning with the first point's and ending with the last one's
 */
public record Stretch(SavePoint from, SavePoint to, List<Sample> samples) {
    private static final Duration SLACK = Duration.ofSeconds(5);

    public Stretch {
        samples = List.copyOf(samples);
    }

    /**
     * Sets two save points against each other.
     *
     * @param between what was sampled after {@code from} and before {@code to}, in order of time
     * @throws Permanent when the two are of different machines or servers, one of them was restarted between, or a counter was set back
     */
    public static Stretch of(SavePoint from, SavePoint to, List<Sample> between) {
        refuseOtherMachine(from, to);
        refuseOtherServer(from.server(), to.server());
        if (!from.sample().at().isBefore(to.sample().at())) {
            throw new Permanent(
                    ForecastFailure.PAIR_ORDER,
                    to.name() + " (" + to.sample().at() + ") is not after " + from.name() + " ("
                            + from.sample().at() + ")");
        }
        List<Sample> samples = new ArrayList<>();
        samples.add(from.sample());
        between.stream()
                .filter(sample -> sample.at().isAfter(from.sample().at())
                        && sample.at().isBefore(to.sample().at()))
                .forEach(samples::add);
        samples.add(to.sample());
        for (int i = 1; i < samples.size(); i++) {
            refuseSetBack(samples.get(i - 1), samples.get(i));
        }
        return new Stretch(from, to, samples);
    }

    private static void refuseOtherMachine(SavePoint from, SavePoint to) {
        if (!from.host().name().equals(to.host().name())) {
            throw new Permanent(
                    ForecastFailure.PAIR_OTHER_HOST,
                    from.name() + " is of the machine " + from.host().name() + ", " + to.name() + " of "
                            + to.host().name());
        }
        if (from.host().processors() != to.host().processors()) {
            throw new Permanent(
                    ForecastFailure.PAIR_OTHER_HOST,
                    "the machine had " + from.host().processors() + " processors at " + from.name() + " and has "
                            + to.host().processors() + " at " + to.name());
        }
        if (!from.host().bootId().equals(to.host().bootId())) {
            throw new Permanent(
                    ForecastFailure.PAIR_RESTARTED,
                    "the machine " + to.host().name() + " was started again between " + from.name() + " and "
                            + to.name());
        }
    }

    private static void refuseOtherServer(ServerFacts from, ServerFacts to) {
        if (from.engine() != to.engine()
                || !from.id().equals(to.id())
                || !from.version().equals(to.version())
                || from.pageBytes() != to.pageBytes()) {
            throw new Permanent(
                    ForecastFailure.PAIR_OTHER_SERVER,
                    "the first point is of " + words(from) + ", the second of " + words(to));
        }
        if (Duration.between(from.started(), to.started()).compareTo(SLACK) > 0) {
            throw new Permanent(
                    ForecastFailure.PAIR_RESTARTED,
                    "the server was started again at " + to.started() + ", between the two points");
        }
        if (Duration.between(from.countsSince(), to.countsSince()).compareTo(SLACK) > 0) {
            throw new Permanent(
                    ForecastFailure.COUNTER_RESET,
                    "the server's counters were set to zero at " + to.countsSince() + ", between the two points");
        }
    }

    private static String words(ServerFacts server) {
        return server.engine() + " " + server.version() + " (" + server.id() + ", pages of " + server.pageBytes()
                + " bytes)";
    }

    private static void refuseSetBack(Sample before, Sample after) {
        after.counters().forEach((counter, value) -> {
            long earlier = before.counters().getOrDefault(counter, 0L);
            if (value < earlier) {
                throw new Permanent(
                        ForecastFailure.COUNTER_RESET,
                        "the counter " + counter + " was " + earlier + " at " + before.at() + " and is " + value
                                + " at " + after.at());
            }
        });
        // Waits for disks are not kept from running backwards by Linux itself, so that they are no sign.
        if (after.host().busyMillis() < before.host().busyMillis()) {
            throw new Permanent(
                    ForecastFailure.COUNTER_RESET,
                    "the machine's processor time runs backwards between " + before.at() + " and " + after.at());
        }
    }

    /** All of it. */
    public Span whole() {
        return Span.between(samples.getFirst(), samples.getLast());
    }

    /** One after the other, as they were sampled. */
    public List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        for (int i = 1; i < samples.size(); i++) {
            spans.add(Span.between(samples.get(i - 1), samples.get(i)));
        }
        return spans;
    }

    /**
     * What was done in a span of time.
     *
     * @param seconds how long it was
     * @param done how far each counter went on
     */
    public record Span(double seconds, Map<Counter, Long> done, ProcessUse process, HostUse host) {
        static Span between(Sample before, Sample after) {
            Map<Counter, Long> done = new EnumMap<>(Counter.class);
            after.counters()
                    .forEach((counter, value) ->
                            done.put(counter, value - before.counters().getOrDefault(counter, 0L)));
            return new Span(
                    Duration.between(before.at(), after.at()).toNanos() / 1e9,
                    done,
                    after.process().since(before.process()),
                    after.host().since(before.host()));
        }

        /** How far a counter went on; 0 for one that the server lacks. */
        public long of(Counter counter) {
            return done.getOrDefault(counter, 0L);
        }
    }
}
