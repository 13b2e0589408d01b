package io.holdfast.messaging.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.quantity.Timeline;
import java.util.Map;

/** The forms of ids and the ranges of quantities as schemas write them. A test compares them with what the types accept. */
final class Forms {
    private static final String NAME = "[a-z0-9][a-z0-9_.-]{0,62}";
    private static final String ULID = "[0-7][0-9A-HJKMNP-TV-Z]{25}";

    /** The regular expressions of words, for the whole text. */
    static final Map<Class<?>, String> WORDS = Map.ofEntries(
            Map.entry(AgentName.class, NAME),
            Map.entry(EncryptorName.class, NAME),
            Map.entry(RepositoryName.class, NAME),
            Map.entry(InstanceName.class, "[a-z0-9][a-z0-9_-]{0,62}"),
            Map.entry(TopicPrefix.class, "[a-z0-9][a-z0-9_-]{0,62}"),
            Map.entry(FleetId.class, "[0-9A-Za-z-]{8,64}"),
            Map.entry(JobId.class, ULID),
            Map.entry(SetId.class, ULID + "-[1-9]"),
            Map.entry(MemberId.class, "[A-Za-z0-9][A-Za-z0-9_.-]{0,127}"),
            Map.entry(Bytes.class, "([0-9A-Fa-f]{2})*"),
            Map.entry(StreamId.class, "[0-9A-Fa-f]{64}"),
            Map.entry(Lsn.class, "[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}"));

    /** The least and most of quantities. */
    static final Map<Class<?>, Range> QUANTITIES = Map.of(
            Attempt.class, new Range(1, 9),
            StripeNumber.class, new Range(0, 99_999_999),
            ByteCount.class, new Range(0, Long.MAX_VALUE),
            Timeline.class, new Range(1, 0xFFFFFFFFL));

    private Forms() {}

    /** From the least to the most, both included. */
    record Range(long least, long most) {}

    static ObjectNode word(Class<?> type) {
        String form = WORDS.get(type);
        if (form == null) {
            throw new IllegalStateException("Forms.WORDS says nothing of " + type);
        }
        return JsonNodeFactory.instance.objectNode().put("type", "string").put("pattern", "^" + form + "$");
    }

    static ObjectNode quantity(Class<?> type) {
        Range range = QUANTITIES.get(type);
        if (range == null) {
            throw new IllegalStateException("Forms.QUANTITIES says nothing of " + type);
        }
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "integer");
        schema.put("minimum", range.least());
        return range.most() == Long.MAX_VALUE ? schema : schema.put("maximum", range.most());
    }
}
