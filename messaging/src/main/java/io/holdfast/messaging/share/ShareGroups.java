package io.holdfast.messaging.share;

import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.BrokerFeatures;
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

/** Tells the brokers what a share group needs; their defaults would lose earlier orders and read uncommitted ones. */
final class ShareGroups {
    private static final int SECONDS = 30;

    private ShareGroups() {}

    /** Checks that there are share groups at all, and sets the group's settings. */
    static void prepare(ShareLoopSettings settings) {
        KafkaSettings kafka = settings.kafka();
        String doing = "setting up share group " + settings.group() + " at " + kafka.bootstrapServers();
        try (Admin admin = Admin.create(kafka.admin(settings.member() + "-setup"))) {
            BrokerFeatures.requireShareGroups(admin, kafka.bootstrapServers());
            ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, settings.group());
            admin.incrementalAlterConfigs(Map.of(group, changes(settings.groupSettings())))
                    .all()
                    .get(SECONDS, TimeUnit.SECONDS);
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

    private static AlterConfigOp set(String key, String value) {
        return new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
    }
}
