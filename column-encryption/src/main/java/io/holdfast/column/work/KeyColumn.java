package io.holdfast.column.work;

/**
 * A column of a primary key, which is read as text and given back as a parameter of the same value.
 *
 * @param name in quotes
 * @param asText the expression that reads it
 * @param parameter the expression, with one question mark, that gives it back
 */
record KeyColumn(String name, String asText, String parameter) {}
