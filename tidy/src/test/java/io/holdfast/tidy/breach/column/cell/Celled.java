package io.holdfast.tidy.breach.column.cell;

/** A part of column encryption. */
public final class Celled {}
