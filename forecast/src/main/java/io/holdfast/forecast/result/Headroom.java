package io.holdfast.forecast.result;

/**
 * How much a machine has left, by the queue M/M/c: work that comes at random, to as many servers as there are processors.
 *
 * @param utilisation share of all processors that is at work, 0 to 1
 * @param stretch how many times its own time an average piece of work takes, waiting for a processor included; infinite where the machine
 *     cannot keep up
 * @param spare how many times the same load fits before pieces of work take twice their own time; below 1 where they do already
 */
public record Headroom(double utilisation, double stretch, double spare) {
    private static final double TWICE = 2;
    private static final int HALVINGS = 60;

    /** Of {@code processors} of which this share is at work. */
    public static Headroom of(int processors, double utilisation) {
        return new Headroom(utilisation, stretch(processors, utilisation), spare(processors, utilisation));
    }

    /** By Erlang's formula C. */
    static double stretch(int processors, double utilisation) {
        if (utilisation >= 1) {
            return Double.POSITIVE_INFINITY;
        }
        double offered = processors * utilisation;
        double blocking = 1; // Erlang's formula B, one processor after the other, which does not overflow
        for (int i = 1; i <= processors; i++) {
            blocking = offered * blocking / (i + offered * blocking);
        }
        double waits = blocking / (1 - utilisation * (1 - blocking));
        return 1 + waits / (processors * (1 - utilisation));
    }

    private static double spare(int processors, double utilisation) {
        if (utilisation <= 0) {
            return Double.POSITIVE_INFINITY;
        }
        double low = 0;
        double high = 1;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (stretch(processors, middle) < TWICE) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low / utilisation;
    }
}
