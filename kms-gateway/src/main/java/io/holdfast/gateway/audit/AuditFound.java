package io.holdfast.gateway.audit;

/**
 * What was found when somebody looked through an audit log: a chain without a fault.
 *
 * @param files how many there are
 * @param firstLine the number of the first line that is there, 0 for none; above 1 when older files were taken away
 * @param head where the chain stands
 * @param unfinished whether the last line is still being written, or was when its gateway was killed
 */
public record AuditFound(int files, long firstLine, AuditChain.Head head, boolean unfinished) {}
