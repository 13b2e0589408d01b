package io.holdfast.gateway.app;

import io.holdfast.gateway.audit.AuditChain;
import io.holdfast.gateway.audit.AuditFound;
import io.holdfast.gateway.io.audit.AuditCheck;
import java.nio.file.Path;
import java.util.Optional;

/** Looks through an audit log without a gateway. */
public final class AuditReview {
    private AuditReview() {}

    /**
     * Checks the log whose newest file is {@code file}, with the files that it goes on from.
     *
     * @param noted a head that this log had once; it must still hold that line
     * @throws io.holdfast.protocol.failure.Corrupt audit-damaged, with the file and the line
     * @throws io.holdfast.protocol.failure.Permanent audit-not-read
     */
    public static AuditFound of(Path file, Optional<AuditChain.Head> noted) {
        return AuditCheck.check(file, noted);
    }
}
