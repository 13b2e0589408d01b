package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Transient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parses COPY's binary format with rows of an int4 and a bytea, from messages cut anywhere: 11 bytes of signature, u32 flags,
 * u32 length of an extension; for each row i16 number of fields, then for each field i32 length (-1: NULL) and its bytes;
 * i16 -1 at the end. The bytes of the second field are handed on as they come, without a copy.
 */
final class CopyRows {
    /** Takes the rows. */
    interface Rows {
        /** A row begins; {@code length} is -1 for NULL. */
        void begin(int number, int length);

        /** The next bytes of the row's second field. */
        void bytes(ByteBuffer bytes);

        /** The row is over. */
        void end();
    }

    private static final byte[] SIGNATURE = "PGCOPY\n\377\r\n\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final int HEADER = 19;
    private static final int ROW_HEAD = 14;
    private static final int TRAILER = 2;

    private final Rows rows;
    private final ByteBuffer head = ByteBuffer.allocate(HEADER).limit(HEADER);
    private boolean headerSeen;
    private boolean complete;
    private int left;

    CopyRows(Rows rows) {
        this.rows = rows;
    }

    /** The next message. */
    void take(byte[] message) {
        ByteBuffer bytes = ByteBuffer.wrap(message);
        while (bytes.hasRemaining()) {
            if (complete) {
                throw malformed("bytes after its end");
            }
            if (left > 0) {
                takeData(bytes);
            } else {
                takeHead(bytes);
            }
        }
    }

    /** Whether the end came. */
    boolean isComplete() {
        return complete;
    }

    private void takeData(ByteBuffer bytes) {
        int length = Math.min(left, bytes.remaining());
        rows.bytes(bytes.slice(bytes.position(), length));
        bytes.position(bytes.position() + length);
        left -= length;
        if (left == 0) {
            rows.end();
        }
    }

    private void takeHead(ByteBuffer bytes) {
        while (bytes.hasRemaining() && head.hasRemaining()) {
            head.put(bytes.get());
            if (headerSeen && head.position() == TRAILER && head.getShort(0) == -1) {
                complete = true;
                return;
            }
        }
        if (head.hasRemaining()) {
            return;
        }
        if (headerSeen) {
            beginRow();
        } else {
            checkHeader();
            headerSeen = true;
        }
        head.clear().limit(ROW_HEAD);
    }

    private void checkHeader() {
        boolean known = Arrays.equals(head.array(), 0, SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length);
        if (!known || head.getInt(11) != 0 || head.getInt(15) != 0) {
            throw malformed("an unknown header");
        }
    }

    private void beginRow() {
        int length = head.getInt(10);
        if (head.getShort(0) != 2 || head.getInt(2) != 4 || length < -1) {
            throw malformed("a row of another form");
        }
        rows.begin(head.getInt(6), length);
        left = Math.max(0, length);
        if (left == 0) {
            rows.end();
        }
    }

    private static Transient malformed(String what) {
        return new Transient(EngineFailure.READ_FAILED, "The server's answer to a reading has " + what + ".");
    }
}
