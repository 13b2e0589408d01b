package io.holdfast.agent;

import io.holdfast.protocol.event.Progress;

/** Is told how far a restore is; may be called by several threads. */
@FunctionalInterface
public interface RestoreWatch {
    /** Tells nobody. */
    RestoreWatch NONE = (step, progress) -> {};

    /**
     * A step began, or went on.
     *
     * @param step the step's name: preflight, clear, fetch, settle, finish, recover, prove
     */
    void step(String step, Progress progress);
}
