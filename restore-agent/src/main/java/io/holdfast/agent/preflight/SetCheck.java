package io.holdfast.agent.preflight;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.RestorePlan;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.WalRange;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.stripe.StreamRef;
import java.util.HashSet;
import java.util.Set;

/** Whether the manifest and its index describe a set that can be restored and become consistent. */
final class SetCheck {
    private final RestorePlan plan;
    private final ManifestBody manifest;

    SetCheck(RestorePlan plan) {
        this.plan = plan;
        this.manifest = plan.manifest();
    }

    void engine() {
        if (!manifest.engine().equals("postgresql") || !manifest.kind().equals("full")) {
            throw new Permanent(
                    AgentFailure.ENGINE_UNKNOWN,
                    "set " + manifest.set() + " is a " + manifest.kind() + " backup of " + manifest.engine()
                            + "; this agent restores full backups of postgresql");
        }
    }

    /** Every stripe once, as many as the signed totals say. */
    void index() {
        Set<Long> stripes = new HashSet<>();
        Set<String> streams = new HashSet<>();
        for (StreamRef stream : plan.streams()) {
            if (!stripes.add(stream.stripe().number())
                    || !streams.add(stream.receipt().stream().text())) {
                throw new Corrupt(
                        AgentFailure.INDEX_INCOMPLETE,
                        "the index of set " + manifest.set() + " names stripe " + stream.stripe()
                                + " or its stream twice");
            }
        }
        if (stripes.size() != manifest.totals().stripes()) {
            throw new Corrupt(
                    AgentFailure.INDEX_INCOMPLETE,
                    "the index of set " + manifest.set() + " names " + stripes.size()
                            + " stripes, but the manifest says "
                            + manifest.totals().stripes());
        }
    }

    /** The segments that the set holds reach from its start to its stop, on one timeline. */
    void log() {
        WalRange wal = manifest.wal();
        boolean oneTimeline = wal.timeline().equals(manifest.server().timeline())
                && timelineOf(wal.firstSegment()) == wal.timeline().number()
                && timelineOf(wal.lastSegment()) == wal.timeline().number();
        boolean reaches = startOf(wal.firstSegment()).compareTo(manifest.startLsn()) <= 0
                && wal.start().compareTo(manifest.startLsn()) <= 0
                && manifest.stopLsn().compareTo(wal.stop()) <= 0
                && Long.compareUnsigned(
                                wal.stop().position(),
                                startOf(wal.lastSegment()).position()
                                        + manifest.server().walSegmentSize().number())
                        <= 0;
        if (!oneTimeline || !reaches) {
            throw new Corrupt(
                    AgentFailure.WAL_INCOMPLETE,
                    "set " + manifest.set() + " reaches from " + manifest.startLsn() + " to " + manifest.stopLsn()
                            + ", but its log only from " + wal.start() + " to " + wal.stop() + " (segments "
                            + wal.firstSegment() + " to " + wal.lastSegment() + ")");
        }
    }

    private long timelineOf(String segment) {
        return Long.parseLong(checked(segment), 0, 8, 16);
    }

    private Lsn startOf(String segment) {
        long log = Long.parseLong(checked(segment), 8, 16, 16);
        long number = Long.parseLong(segment, 16, 24, 16);
        return new Lsn((log << 32) + number * manifest.server().walSegmentSize().number());
    }

    private String checked(String segment) {
        if (!segment.matches("[0-9A-F]{24}")) {
            throw new Corrupt(
                    AgentFailure.WAL_INCOMPLETE,
                    "set " + manifest.set() + " names a log segment \"" + segment + "\", which is none");
        }
        return segment;
    }
}
