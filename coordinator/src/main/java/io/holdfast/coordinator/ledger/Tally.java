package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.manifest.SetTotals;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.BadPage;
import io.holdfast.protocol.stripe.StripeCounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts of a job's present attempt: small, however many stripes there are.
 *
 * @param totals sums over what is done
 * @param damage what a verification found; null while all is well
 * @param told what an agent said last, or how far a change of encryptors is
 */
public record Tally(
        Stripes stripes,
        SetTotals totals,
        Index index,
        Publishing publishing,
        Times times,
        @Nullable Damage damage,
        @Nullable Progress told)
        implements Row {
    /** A total that is not known yet. */
    static final long UNKNOWN = -1;

    /** How many bad pages, and how many names of workers, are kept. */
    private static final int KEPT = 100;

    /**
     * Counts of stripes.
     *
     * @param planned how many are known
     * @param issued the number of the one to issue next; all below it are issued
     * @param done how many are sealed or verified
     * @param data how many the first phase has, or {@link #UNKNOWN}
     * @param all how many both phases have, or {@link #UNKNOWN}
     * @param bytesPlanned bytes of the database in the known ones
     */
    public record Stripes(long planned, long issued, long done, long data, long all, ByteCount bytesPlanned) {}

    /** Counts of the parts of the stripe index. */
    public record Index(int issued, int done) {}

    /** How often publishing failed, and when it is tried again; null while it is under way. */
    public record Publishing(int failures, @Nullable Instant again) {}

    /** When anything was last heard of the attempt, when its progress last changed, and when that was last shown. */
    public record Times(Instant heard, Instant changed, Instant shown) {}

    /** How many stripes are damaged, and what the first damage is. */
    public record Damage(long stripes, FailureReport first) {}

    /** The counts of an attempt that begins. */
    static Tally begin(Instant now) {
        return new Tally(
                new Stripes(0, 0, 0, UNKNOWN, UNKNOWN, ByteCount.ZERO),
                new SetTotals(0, 0, ByteCount.ZERO, ByteCount.ZERO, 0, 0, List.of(), Map.of()),
                new Index(0, 0),
                new Publishing(0, null),
                new Times(now, now, now),
                null,
                null);
    }

    /** How many stripes are issued without a result. */
    long inFlight() {
        return stripes.issued() - stripes.done();
    }

    Tally heard(Instant now) {
        return with(new Times(now, times.changed(), times.shown()));
    }

    Tally shown(Instant now) {
        return with(new Times(times.heard(), times.changed(), now));
    }

    /** Whether the progress changed after it was shown. */
    boolean unshown() {
        return times.changed().isAfter(times.shown());
    }

    Tally plannedOne(long bytes, Instant now) {
        Stripes s = stripes;
        return with(new Stripes(
                        s.planned() + 1,
                        s.issued(),
                        s.done(),
                        s.data(),
                        s.all(),
                        s.bytesPlanned().plus(ByteCount.of(bytes))))
                .changed(now);
    }

    Tally issuedOne() {
        Stripes s = stripes;
        return with(new Stripes(s.planned(), s.issued() + 1, s.done(), s.data(), s.all(), s.bytesPlanned()));
    }

    Tally dataIs(long total) {
        Stripes s = stripes;
        return with(new Stripes(s.planned(), s.issued(), s.done(), total, s.all(), s.bytesPlanned()));
    }

    Tally allIs(long total) {
        Stripes s = stripes;
        return with(new Stripes(s.planned(), s.issued(), s.done(), s.data(), total, s.bytesPlanned()));
    }

    /** One more stripe is done; {@code counts} is null where nothing could be counted. */
    Tally doneOne(@Nullable StripeCounts counts, MemberId worker, Instant now) {
        Stripes s = stripes;
        Tally counted = with(new Stripes(s.planned(), s.issued(), s.done() + 1, s.data(), s.all(), s.bytesPlanned()))
                .changed(now);
        if (counts == null) {
            return counted;
        }
        SetTotals t = totals;
        List<BadPage> bad = new ArrayList<>(t.badPages());
        counts.badPages().stream().limit(KEPT - bad.size()).forEach(bad::add);
        return counted.with(new SetTotals(
                t.stripes() + 1,
                t.files() + counts.files(),
                t.dataBytes().plus(counts.dataBytes()),
                t.sealedBytes().plus(counts.sealedBytes()),
                t.pagesChecked() + counts.pagesChecked(),
                t.badPageCount() + counts.badPageCount(),
                List.copyOf(bad),
                oneMore(t.workers(), worker)));
    }

    private static Map<String, Long> oneMore(Map<String, Long> workers, MemberId worker) {
        Map<String, Long> more = new TreeMap<>(workers);
        if (more.size() < KEPT || more.containsKey(worker.text())) {
            more.merge(worker.text(), 1L, Long::sum);
        } else {
            more.merge("others", 1L, Long::sum);
        }
        return more;
    }

    Tally partIssued() {
        return new Tally(stripes, totals, new Index(index.issued() + 1, index.done()), publishing, times, damage, told);
    }

    Tally partDone(Instant now) {
        return new Tally(stripes, totals, new Index(index.issued(), index.done() + 1), publishing, times, damage, told)
                .changed(now);
    }

    Tally publishing(Publishing next) {
        return new Tally(stripes, totals, index, next, times, damage, told);
    }

    Tally damagedBy(FailureReport failure) {
        Damage more = damage == null ? new Damage(1, failure) : new Damage(damage.stripes() + 1, damage.first());
        return new Tally(stripes, totals, index, publishing, times, more, told);
    }

    Tally told(Progress progress, Instant now) {
        return new Tally(stripes, totals, index, publishing, times, damage, progress).changed(now);
    }

    /** For the screen. */
    Progress progress() {
        return told != null
                ? told
                : new Progress(
                        stripes.done(),
                        stripes.planned(),
                        totals.dataBytes(),
                        stripes.bytesPlanned(),
                        totals.sealedBytes());
    }

    private Tally changed(Instant now) {
        return with(new Times(times.heard(), now, times.shown()));
    }

    private Tally with(Times next) {
        return new Tally(stripes, totals, index, publishing, next, damage, told);
    }

    private Tally with(Stripes next) {
        return new Tally(next, totals, index, publishing, times, damage, told);
    }

    private Tally with(SetTotals next) {
        return new Tally(stripes, next, index, publishing, times, damage, told);
    }
}
