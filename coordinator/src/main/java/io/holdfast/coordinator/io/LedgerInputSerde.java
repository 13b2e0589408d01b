package io.holdfast.coordinator.io;

import io.holdfast.coordinator.ledger.LedgerInput;
import io.holdfast.messaging.Limits;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.codec.JsonCodec;
import java.util.Arrays;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/** Inputs of the ledger on their way to its partition: one letter that says which, then JSON. */
final class LedgerInputSerde {
    private static final byte REQUEST = 'R';
    private static final byte EVENT = 'E';
    private static final JsonCodec<LedgerInput.Requested> REQUESTS =
            JsonCodec.of(LedgerInput.Requested.class, Limits.RECORD_BYTES);

    private LedgerInputSerde() {}

    static Serde<LedgerInput> of() {
        Serializer<LedgerInput> writer = (topic, input) -> switch (input) {
            case LedgerInput.Requested requested -> tagged(REQUEST, REQUESTS.bytes(requested));
            case LedgerInput.Happened happened -> tagged(EVENT, Codecs.JOB_EVENT.bytes(happened.event()));
            case LedgerInput.Tick tick -> throw new IllegalArgumentException("a tick does not travel");
            case LedgerInput.Forget forget -> throw new IllegalArgumentException("a reminder does not travel");
        };
        Deserializer<LedgerInput> reader = (topic, bytes) -> {
            byte[] json = Arrays.copyOfRange(bytes, 1, bytes.length);
            return bytes[0] == REQUEST ? REQUESTS.read(json) : new LedgerInput.Happened(Codecs.JOB_EVENT.read(json));
        };
        return Serdes.serdeFrom(writer, reader);
    }

    private static byte[] tagged(byte tag, byte[] json) {
        byte[] bytes = new byte[json.length + 1];
        bytes[0] = tag;
        System.arraycopy(json, 0, bytes, 1, json.length);
        return bytes;
    }
}
