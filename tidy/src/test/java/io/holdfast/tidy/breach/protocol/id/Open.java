package io.holdfast.tidy.breach.protocol.id;

/** A type of the protocol that anybody may extend. */
public class Open {}
