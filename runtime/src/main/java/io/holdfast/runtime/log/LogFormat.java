package io.holdfast.runtime.log;

/** How log lines look. */
public enum LogFormat {
    /** One JSON object a line. */
    JSON,
    /** Lines for people. */
    TEXT
}
