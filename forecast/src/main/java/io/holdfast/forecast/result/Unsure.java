package io.holdfast.forecast.result;

/** What a forecast is unsure of, and so what makes it wide. */
public enum Unsure {
    /** The load itself, which is never twice the same. */
    LOAD("how the load varies from second to second: sample it for longer"),
    /** How fast the cipher is when others work too. */
    CIPHER("how fast the cipher is: calibrate for longer, on a quiet machine"),
    /** What the engine adds to the cipher. */
    ENGINE("what the engine adds to the cipher's own time"),
    /** How much of the work is done while something else is waited for. */
    HIDING("how much of the ciphers' work hides behind waits for disks and idle processors");

    private final String words;

    Unsure(String words) {
        this.words = words;
    }

    /** What it is, and what would make it less. */
    public String words() {
        return words;
    }
}
