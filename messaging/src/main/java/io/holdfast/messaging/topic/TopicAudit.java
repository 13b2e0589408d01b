package io.holdfast.messaging.topic;

import io.holdfast.messaging.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares what topics, brokers and clients are set to with what records need. Pure: it is given what was found. */
final class TopicAudit {
    private static final String SIZE = "a record may have 900 KiB and would be refused or get stuck";
    private static final String LOSS = "acknowledged records could be lost";

    /** Kafka's default, 12 bytes below the largest batch: a replica gets its first batch whole, whatever its size. */
    private static final int REPLICA_FETCH_BYTES = 1 << 20;

    private TopicAudit() {}

    /** What a topic is like now. */
    record Found(int partitions, int replication, Map<String, String> config) {}

    static List<TopicFinding> topic(TopicSettings wanted, Found found) {
        Findings findings = new Findings("topic " + wanted.name(), found.config());
        if (found.replication() < wanted.durability().replication()) {
            findings.add(
                    "replication.factor",
                    Integer.toString(found.replication()),
                    Integer.toString(wanted.durability().replication()),
                    LOSS);
        }
        findings.atLeast("min.insync.replicas", wanted.durability().minInsync(), LOSS);
        findings.exactly("unclean.leader.election.enable", "false", LOSS);
        findings.atLeast("max.message.bytes", Limits.BATCH_BYTES, SIZE);
        findings.exactly("cleanup.policy", wanted.cleanup().policy(), "records would vanish or pile up");
        if (wanted.cleanup() == TopicSettings.Cleanup.DELETE) {
            String wantedRetention = Objects.requireNonNullElse(wanted.config().get("retention.ms"), "-1");
            findings.longEnough(
                    "retention.ms", Long.parseLong(wantedRetention), "records would be gone before they are read");
            findings.longEnough("retention.bytes", -1, "records would be gone before they are read");
        }
        return findings.list;
    }

    static List<TopicFinding> broker(String id, Map<String, String> config) {
        Findings findings = new Findings("broker " + id, config);
        findings.exactly("auto.create.topics.enable", "false", "a mistyped topic would be made with weak settings");
        findings.atLeast("message.max.bytes", Limits.BATCH_BYTES, SIZE);
        findings.atLeast("replica.fetch.max.bytes", REPLICA_FETCH_BYTES, SIZE);
        findings.atLeast("replica.fetch.response.max.bytes", Limits.BATCH_BYTES, SIZE);
        findings.atLeast("socket.request.max.bytes", 2L * Limits.BATCH_BYTES, SIZE);
        return findings.list;
    }

    /** The pass-through settings of this process's own clients. */
    static List<TopicFinding> client(Map<String, String> properties) {
        Findings findings = new Findings("this process", properties);
        findings.atLeast("max.request.size", Limits.BATCH_BYTES, SIZE);
        findings.atLeast("fetch.max.bytes", Limits.BATCH_BYTES, "large records would come one at a time");
        findings.atLeast("max.partition.fetch.bytes", Limits.BATCH_BYTES, "large records would come one at a time");
        return findings.list;
    }

    /** Collects; a key that is not there is not judged. */
    private record Findings(String where, Map<String, String> config, List<TopicFinding> list) {
        Findings(String where, Map<String, String> config) {
            this(where, config, new ArrayList<>());
        }

        void add(String key, String found, String wanted, String why) {
            list.add(new TopicFinding(where, key, found, wanted, why));
        }

        void exactly(String key, String wanted, String why) {
            String found = config.get(key);
            if (found != null && !found.equals(wanted)) {
                add(key, found, wanted, why);
            }
        }

        void atLeast(String key, long least, String why) {
            String found = config.get(key);
            if (found != null && Long.parseLong(found) < least) {
                add(key, found, "at least " + least, why);
            }
        }

        /** As {@link #atLeast}, where -1 is for ever. */
        void longEnough(String key, long least, String why) {
            String found = config.get(key);
            if (found == null || found.equals("-1")) {
                return;
            }
            if (least == -1 || Long.parseLong(found) < least) {
                add(key, found, least == -1 ? "-1" : "at least " + least, why);
            }
        }
    }
}
