package io.holdfast.forecast.result;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Other courses that the same load might have taken: blocks of seconds that followed each other, drawn with replacement, so that what
 * belongs together (a checkpoint, a burst) stays together. The moving-block bootstrap of Künsch (1989), blocks of the cube root of the
 * number of samples.
 */
final class Bootstrap {
    /** With fewer samples the whole is taken as it is. */
    static final int FEWEST_SAMPLES = 10;

    private final List<Work> samples;
    private final Work whole;
    private final int block;

    Bootstrap(List<Work> samples) {
        this.samples = List.copyOf(samples);
        this.whole = samples.stream().reduce(Work.NONE, Work::plus);
        this.block = Math.max(1, (int) Math.ceil(Math.cbrt(samples.size())));
    }

    Work whole() {
        return whole;
    }

    boolean resamples() {
        return samples.size() >= FEWEST_SAMPLES;
    }

    /** Of the same length as the whole. */
    Work draw(RandomGenerator random) {
        if (!resamples()) {
            return whole;
        }
        Work sum = Work.NONE;
        int drawn = 0;
        while (drawn < samples.size()) {
            int begin = random.nextInt(samples.size() - block + 1);
            for (int i = begin; i < begin + block && drawn < samples.size(); i++) {
                sum = sum.plus(samples.get(i));
                drawn++;
            }
        }
        return sum.lasting(whole.seconds());
    }
}
