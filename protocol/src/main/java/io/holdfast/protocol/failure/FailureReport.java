package io.holdfast.protocol.failure;

/** A failure as it travels in events: code, class of remedy (transient, permanent, corrupt, denied), words, hint. */
public record FailureReport(String code, String kind, String message, String hint) {}
