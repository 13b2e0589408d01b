package io.holdfast.protocol.event;

import io.holdfast.protocol.id.MemberId;
import java.time.Instant;

/**
 * A running process as it says of itself: the record in the topic of members, keyed by the member's id. Repeated every few
 * seconds; deleted when the process ends in order.
 *
 * @param role coordinator, worker or agent
 * @param host the name of the machine
 * @param version of the release
 * @param capacity how many orders it can do at a time
 * @param busy how many it does now
 * @param started when the process started
 * @param seen when it said so
 */
public record MemberStatus(
        int v,
        MemberId member,
        String role,
        String host,
        String version,
        int capacity,
        int busy,
        Instant started,
        Instant seen) {}
