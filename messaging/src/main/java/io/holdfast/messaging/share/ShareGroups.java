package io.holdfast.messaging.share;

import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.BrokerFeatures;
import io.holdfast.messaging.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the brokers what a share group needs; their defaults would lose earlier orders and read uncommitted ones. */
final class ShareGroups {
    private static final Logger LOG = LoggerFactory.getLogger(ShareGroups.class);
    private static final int SECONDS = 30;

    private ShareGroups() {}

    /** Checks that there are share groups at all, and sets the group's settings. */
    static void prepare(ShareLoopSettings settings) {
        KafkaSettings kafka = settings.kafka();
        String doing = "setting up share group " + settings.group() + " at " + kafka.bootstrapServers();
        try (Admin admin = Admin.create(kafka.admin(settings.member() + "-setup"))) {
            BrokerFeatures.requireShareGroups(admin, kafka.bootstrapServers());
            ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, settings.group());
            List<AlterConfigOp> changes = changes(settings.groupSettings());
            changes.addAll(deadLetters(admin, Topics.deadLettersOf(settings.topic())));
            admin.incrementalAlterConfigs(Map.of(group, changes)).all().get(SECONDS, TimeUnit.SECONDS);
        } catch (KafkaException | ExecutionException e) {
            throw KafkaFailures.of(doing, e);
        } catch (TimeoutException e) {
            throw KafkaFailures.of(doing, new org.apache.kafka.common.errors.TimeoutException("no answer", e));
        } catch (InterruptedException e) {
            throw KafkaFailures.of(doing, new org.apache.kafka.common.errors.InterruptException(e));
        }
    }

    private static List<AlterConfigOp> changes(ShareGroupSettings group) {
        List<AlterConfigOp> changes = new ArrayList<>();
        changes.add(set("share.auto.offset.reset", "earliest"));
        changes.add(set("share.isolation.level", "read_committed"));
        changes.add(
                set("share.record.lock.duration.ms", Long.toString(group.lock().toMillis())));
        changes.add(set("share.delivery.count.limit", Integer.toString(group.deliveries())));
        changes.add(set(
                "share.heartbeat.interval.ms", Long.toString(group.heartbeat().toMillis())));
        changes.add(
                set("share.session.timeout.ms", Long.toString(group.session().toMillis())));
        return changes;
    }

    /** Where the site has a topic of dead letters, orders that are given up are copied there. */
    private static List<AlterConfigOp> deadLetters(Admin admin, String topic)
            throws ExecutionException, InterruptedException, TimeoutException {
        if (!admin.listTopics().names().get(SECONDS, TimeUnit.SECONDS).contains(topic)) {
            LOG.info("there is no topic {}: orders that are given up are not kept", topic);
            return List.of();
        }
        return List.of(
                set("errors.deadletterqueue.topic.name", topic),
                set("errors.deadletterqueue.copy.record.enable", "true"));
    }

    private static AlterConfigOp set(String key, String value) {
        return new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
    }
}
