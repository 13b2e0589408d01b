package io.holdfast.tidy.breach.repository;

/** Something of a module that others may not know. */
public final class Stored {}
