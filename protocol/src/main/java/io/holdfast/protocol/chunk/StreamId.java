package io.holdfast.protocol.chunk;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;

/** The random 32 bytes that name one sealed stream: one attempt at one stripe. */
public record StreamId(Bytes bytes) implements TextValue {
    public StreamId {
        if (bytes.length() != 32) {
            throw Permanent.invalid("a stream id is 32 bytes", bytes.text());
        }
    }

    /** Reads 64 hexadecimal digits. */
    public static StreamId parse(String hex) {
        return new StreamId(Bytes.parse(hex));
    }

    @Override
    public String text() {
        return bytes.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
