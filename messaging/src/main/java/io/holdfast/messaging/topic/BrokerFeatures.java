package io.holdfast.messaging.topic;

import io.holdfast.messaging.MessagingFailure;
import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.protocol.failure.Permanent;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FinalizedVersionRange;

/** What the brokers must be able to do. */
public final class BrokerFeatures {
    private static final int SECONDS = 30;

    private BrokerFeatures() {}

    /**
     * For a process to ask first of all: without share groups nobody makes the topics that it would wait for.
     *
     * @param member names the connection
     */
    public static void requireShareGroups(KafkaSettings kafka, String member) {
        try (TopicKeeper keeper = TopicKeeper.open(kafka, member)) {
            keeper.requireShareGroups();
        }
    }

    /** Returns when the brokers have share groups; else a {@link Permanent} that says which Kafka is needed. */
    public static void requireShareGroups(Admin admin, String servers) {
        String doing = "asking the brokers at " + servers + " what they can do";
        try {
            FeatureMetadata features =
                    admin.describeFeatures().featureMetadata().get(SECONDS, TimeUnit.SECONDS);
            FinalizedVersionRange share = features.finalizedFeatures().get("share.version");
            if (share == null || share.maxVersionLevel() < 1) {
                FinalizedVersionRange metadata = features.finalizedFeatures().get("metadata.version");
                throw new Permanent(
                        MessagingFailure.NO_SHARE_GROUPS,
                        "the Kafka brokers at " + servers + " have no share groups (feature share.version is "
                                + (share == null ? "unknown to them" : "0") + ", metadata.version "
                                + (metadata == null ? "is unknown" : metadata.maxVersionLevel()) + ")");
            }
        } catch (ExecutionException e) {
            throw KafkaFailures.of(doing, e);
        } catch (TimeoutException e) {
            throw KafkaFailures.of(doing, new org.apache.kafka.common.errors.TimeoutException("no answer", e));
        } catch (InterruptedException e) {
            throw KafkaFailures.of(doing, new org.apache.kafka.common.errors.InterruptException(e));
        }
    }
}
