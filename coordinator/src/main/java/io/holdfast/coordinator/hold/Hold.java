package io.holdfast.coordinator.hold;

/** The right to work on an order; it can end at any time. */
public interface Hold {
    /** Whether the work must stop: the right is lost, or this process ends. */
    boolean ended();

    /** Whether somebody else may have the order by now. */
    boolean lost();
}
