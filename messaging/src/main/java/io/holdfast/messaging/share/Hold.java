package io.holdfast.messaging.share;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A record that a share consumer has acquired. Renewing sends RENEW; the next poll then hands the same record out again, and no
 * other. A broker's refusal is in the map that commitSync returns, it is not thrown.
 */
final class Hold {
    private static final Logger LOG = LoggerFactory.getLogger(Hold.class);

    private final ShareConsumer<byte[], byte[]> consumer;
    private final Duration lock;
    private ConsumerRecord<byte[], byte[]> record;

    Hold(ShareConsumer<byte[], byte[]> consumer, ConsumerRecord<byte[], byte[]> record, Duration lock) {
        this.consumer = consumer;
        this.record = record;
        this.lock = lock;
    }

    ConsumerRecord<byte[], byte[]> record() {
        return record;
    }

    Duration lock() {
        return lock;
    }

    /** Renews the lock; false when it is lost. */
    boolean renew() {
        return acknowledge(AcknowledgeType.RENEW) && again();
    }

    /** Ends the hold; false when the lock was lost before. */
    boolean end(AcknowledgeType type) {
        return acknowledge(type);
    }

    private boolean acknowledge(AcknowledgeType type) {
        try {
            consumer.acknowledge(record, type);
            Map<TopicIdPartition, Optional<KafkaException>> answers = consumer.commitSync(lock);
            Optional<KafkaException> refusal =
                    answers.values().stream().flatMap(Optional::stream).findFirst();
            refusal.ifPresent(e -> LOG.debug("{} of {} was refused", type, record.offset(), e));
            return refusal.isEmpty();
        } catch (WakeupException e) {
            return false;
        } catch (KafkaException | IllegalStateException e) {
            LOG.debug("{} of {} failed", type, record.offset(), e);
            return false;
        }
    }

    /** Polls until the renewed record comes back. */
    private boolean again() {
        for (ConsumerRecord<byte[], byte[]> next : consumer.poll(lock)) {
            if (next.offset() == record.offset() && next.partition() == record.partition()) {
                record = next;
                return true;
            }
            consumer.acknowledge(next, AcknowledgeType.RELEASE);
        }
        return false;
    }
}
