package io.holdfast.coordinator.app;

import io.holdfast.coordinator.ledger.LedgerRules;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;
import java.time.Duration;

/** How long is waited for whom. */
public record LeasesConfig(
        @Setting(
                doc = "A stripe that a worker has begun is ordered again after so long without a word of it.",
                example = "3m")
        @Default("3m")
        Duration stripe,

        @Setting(
                doc = "A stripe that no worker has begun is ordered again after so long without a word of its job.",
                example = "30m")
        @Default("30m")
        Duration queue,

        @Setting(
                doc = "How long the opening of a backup may take, its waiting for a free slot included.",
                example = "60m")
        @Default("60m")
        Duration open,

        @Setting(doc = "How long a session may be silent while only it can go on.", example = "15m") @Default("15m")
        Duration session,

        @Setting(doc = "How long a restore agent may be silent.", example = "60m") @Default("60m")
        Duration restore,

        @Setting(
                doc = "The pause before a stripe or a job is tried again; a stripe's grows by as much with each try,"
                        + " a job's threefold with each attempt.",
                example = "5s")
        @Default("5s")
        Duration retry) {
    /** All as it is when nothing is configured. */
    public static LeasesConfig standard() {
        return new LeasesConfig(
                Duration.ofMinutes(3),
                Duration.ofMinutes(30),
                Duration.ofMinutes(60),
                Duration.ofMinutes(15),
                Duration.ofMinutes(60),
                Duration.ofSeconds(5));
    }

    LedgerRules rules(int window) {
        LedgerRules standard = LedgerRules.STANDARD;
        return new LedgerRules(
                window,
                standard.stripeTries(),
                retry,
                stripe,
                queue,
                open,
                session,
                restore,
                standard.publishDelayMost(),
                standard.showEvery(),
                standard.remember());
    }
}
