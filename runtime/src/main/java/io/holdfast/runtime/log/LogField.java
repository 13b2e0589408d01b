package io.holdfast.runtime.log;

import java.util.Locale;
import org.slf4j.MDC;

/** What a log line belongs to; every line that is written while a field is set carries it. */
public enum LogField {
    JOB,
    INSTANCE,
    SET,
    STRIPE;

    /** Sets the field for the current thread until the returned handle is closed. */
    public MDC.MDCCloseable with(Object value) {
        return MDC.putCloseable(name().toLowerCase(Locale.ROOT), value.toString());
    }
}
