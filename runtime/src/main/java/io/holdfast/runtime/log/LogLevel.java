package io.holdfast.runtime.log;

/** How severe a log line is. */
public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
}
