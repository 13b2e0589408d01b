package io.holdfast.coordinator.io;

import io.holdfast.coordinator.ledger.Command;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.session.SessionOrder;
import org.jspecify.annotations.Nullable;

/**
 * A record that the ledger wants in a topic.
 *
 * @param value null takes the key from a compacted topic
 */
record Outgoing(String topic, String key, @Nullable Bytes value) {
    static Outgoing of(Topics topics, Command command) {
        return switch (command) {
            case Command.Say say ->
                with(topics.jobEvents(), say.event().job().text(), Codecs.JOB_EVENT.bytes(say.event()));
            case Command.Show show ->
                with(topics.jobStatus(), show.status().id().text(), Codecs.JOB_STATUS.bytes(show.status()));
            case Command.OrderSession ordered ->
                with(
                        topicOf(topics, ordered.order()),
                        ordered.order().job().text(),
                        Codecs.SESSION_ORDER.bytes(ordered.order()));
            case Command.OrderStripe ordered ->
                with(
                        topics.stripes(),
                        ordered.order().job().text() + "/" + ordered.order().stripe(),
                        Codecs.STRIPE_ORDER.bytes(ordered.order()));
            case Command.OrderRestore ordered ->
                with(topics.restores(), ordered.order().agent().text(), Codecs.RESTORE_ORDER.bytes(ordered.order()));
            case Command.Forget forget ->
                new Outgoing(topics.jobStatus(), forget.job().text(), null);
        };
    }

    /** Backups are held for hours: short work never waits behind those that are to be opened. */
    private static String topicOf(Topics topics, SessionOrder order) {
        return switch (order) {
            case SessionOrder.OpenBackup open -> topics.sessions();
            case SessionOrder.PlanVerify plan -> topics.publishing();
            case SessionOrder.RewrapSets rewrap -> topics.publishing();
            case SessionOrder.SealIndex index -> topics.publishing();
            case SessionOrder.Publish publish -> topics.publishing();
            case SessionOrder.EndKeys end -> topics.publishing();
        };
    }

    private static Outgoing with(String topic, String key, byte[] value) {
        return new Outgoing(topic, key, Bytes.of(value));
    }
}
