package io.holdfast.gateway.audit;

import java.util.List;

/** Where calls are written down. */
public interface AuditLog {
    /**
     * Writes the entry durably before it returns.
     *
     * @throws io.holdfast.protocol.failure.Transient when it cannot; then no answer may leave
     */
    void append(AuditEntry entry);

    /** The last lines, oldest first, at most {@code most}. */
    List<String> last(int most);
}
