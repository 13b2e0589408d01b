package io.holdfast.tidy.breach.coordinator.ledger;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.function.LongSupplier;

/** A decision that reads the clock in every way, and one that does not. */
final class ReadsClock {
    Instant instant() {
        return Instant.now();
    }

    @SuppressWarnings("JavaUtilDate")
    Date date() {
        return new Date();
    }

    LocalDate local() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    long millis() {
        return System.currentTimeMillis();
    }

    LongSupplier nanos() {
        return System::nanoTime;
    }

    InstantSource source() {
        return InstantSource.system();
    }

    Clock clock() {
        return Clock.systemUTC();
    }

    Instant passedIn(Clock clock, InstantSource source) {
        return source.instant().isAfter(Instant.now(clock)) ? source.instant() : clock.instant();
    }
}
