package io.holdfast.forecast.result;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Draws what may come: each time a course of the load, a speed of the cipher, a factor of the engine, and a share of the work that hides
 * behind waits.
 *
 * @param waitShare share of the machine's time in which processors had nothing to do but wait for disks
 */
record Futures(Bootstrap load, Costs costs, Assumptions assumptions, int processors, double waitShare) {
    private static final int ROUNDS = 2_000;

    /** One of what may come, in seconds: in all what is added, the processor time, what is added in the foreground and behind, and elapsed. */
    record Future(double added, double cpu, double front, double behind, double elapsed) {}

    /** Draws with everything unsure but {@code sure}, which stays at its middle. */
    List<Future> draw(Set<Unsure> sure) {
        Random random = new Random(assumptions.seed());
        List<Future> drawn = new ArrayList<>(ROUNDS);
        for (int i = 0; i < ROUNDS; i++) {
            // Each round takes as many numbers whatever is sure, so that two drawings differ in nothing else.
            Random course = new Random(random.nextLong());
            double[] dice = random.doubles(6).toArray();
            Work work = sure.contains(Unsure.LOAD) ? load.whole() : load.draw(course);
            Costs.Range e = costs.encrypt();
            Costs.Range d = costs.decrypt();
            boolean known = sure.contains(Unsure.CIPHER);
            double encrypt = known ? e.middle() : between(e.low(), e.high(), dice[0]);
            double decrypt = known ? d.middle() : between(d.low(), d.high(), dice[0]);
            double write = factor(assumptions.write(), dice[1], sure);
            double read = factor(assumptions.read(), dice[2], sure);
            double front = work.decrypted() * decrypt * read + work.encryptedInFront() * encrypt * write;
            double behind = work.encryptedBehind() * encrypt * write;
            boolean hides = !sure.contains(Unsure.HIDING);
            double[] shares = hides ? new double[] {dice[3], dice[4]} : new double[] {0.5, 0.5};
            drawn.add(new Future(
                    front + behind,
                    work.cpuSeconds() + front + behind,
                    front,
                    behind,
                    elapsed(work, front, behind, shares)));
        }
        return drawn;
    }

    /**
     * Foreground work is shared by as many threads as the server kept busy, less what hides behind waits; background work holds up the load
     * as far as the processors are taken. It never takes less than the processors need for all of it.
     */
    private double elapsed(Work work, double front, double behind, double[] dice) {
        double time = work.seconds();
        double busyThreads = Math.max(1, time == 0 ? 1 : work.cpuSeconds() / time);
        double hidden = waitShare * dice[0];
        double full = Math.min(1, (work.cpuSeconds() + front + behind) / Math.max(time * processors, 1e-9));
        double waited = time + front * (1 - hidden) / busyThreads + behind * full * dice[1];
        return Math.max(waited, (work.cpuSeconds() + front + behind) / processors);
    }

    private static double factor(Assumptions.EngineFactor factor, double dice, Set<Unsure> sure) {
        return sure.contains(Unsure.ENGINE)
                ? factor.middle()
                : triangle(factor.low(), factor.middle(), factor.high(), dice);
    }

    private static double between(double low, double high, double dice) {
        return low + (high - low) * dice;
    }

    /** The inverse of the triangular distribution, whose likeliest value is {@code peak}. */
    private static double triangle(double low, double peak, double high, double dice) {
        if (high <= low) {
            return peak;
        }
        double share = (peak - low) / (high - low);
        return dice < share
                ? low + Math.sqrt(dice * (high - low) * (peak - low))
                : high - Math.sqrt((1 - dice) * (high - low) * (high - peak));
    }

    /** What narrows the added processor time most when it is sure. */
    Unsure widest(double width) {
        Unsure widest = Unsure.ENGINE;
        double least = Double.MAX_VALUE;
        for (Unsure one : EnumSet.of(Unsure.LOAD, Unsure.CIPHER, Unsure.ENGINE)) {
            double left = Percentiles.of(draw(EnumSet.of(one)), Future::added).width();
            if (left < least && left <= width * 1.0001) {
                least = left;
                widest = one;
            }
        }
        return widest;
    }
}
