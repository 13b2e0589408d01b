package io.holdfast.agent.app;

import io.holdfast.protocol.id.SetId;
import java.util.Optional;

/** Remembers as long as the test lasts. */
final class KeptMemory implements RestoreMemory {
    private Optional<SetId> chosen = Optional.empty();
    private Optional<Totals> placed = Optional.empty();

    @Override
    public Optional<SetId> chosen() {
        return chosen;
    }

    @Override
    public void chosen(SetId set) {
        chosen = Optional.of(set);
    }

    @Override
    public Optional<Totals> placed() {
        return placed;
    }

    @Override
    public void placed(Totals totals) {
        placed = Optional.of(totals);
    }
}
