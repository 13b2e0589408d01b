package io.holdfast.runtime.health;

/**
 * How a part of a process is.
 *
 * @param up whether it does its work
 * @param detail a few words, without secrets
 */
public record Health(boolean up, String detail) {
    /** It does its work. */
    public static Health up(String detail) {
        return new Health(true, detail);
    }

    /** It does not. */
    public static Health down(String detail) {
        return new Health(false, detail);
    }
}
