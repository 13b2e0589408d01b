package io.holdfast.agent.app;

import io.holdfast.protocol.id.SetId;
import java.util.Optional;

/** What is remembered of a restore from one try to the next, also once its folder in the target is gone. */
interface RestoreMemory {
    /** Remembers nothing, for a restore that nobody orders twice. */
    RestoreMemory NONE = new RestoreMemory() {
        @Override
        public Optional<SetId> chosen() {
            return Optional.empty();
        }

        @Override
        public void chosen(SetId set) {}

        @Override
        public Optional<Totals> placed() {
            return Optional.empty();
        }

        @Override
        public void placed(Totals totals) {}
    };

    /** The set that was found when the restore was first planned. */
    Optional<SetId> chosen();

    /** This set is restored, whatever is the latest by the time of another try. */
    void chosen(SetId set);

    /** How much was placed; empty when that is not known to be finished. */
    Optional<Totals> placed();

    /** All files are complete; only the control file and what follows is missing. */
    void placed(Totals totals);

    /** Files and bytes of a restored instance. */
    record Totals(long files, long bytes) {}
}
