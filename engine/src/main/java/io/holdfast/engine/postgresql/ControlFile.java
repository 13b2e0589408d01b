package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.quantity.Timeline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The beginning of {@code global/pg_control}, whose layout has been the same from PostgreSQL 15 to 18 (pg_control.h): u64
 * system identifier, u32 version of the file, u32 version of the catalog, u32 state, 4 unused, i64 time, u64 checkpoint,
 * u64 redo position, u32 timeline; in the byte order of the machine.
 *
 * @param systemIdentifier unsigned decimal
 * @param timeline of the latest checkpoint
 */
public record ControlFile(String systemIdentifier, long catalogVersion, State state, Timeline timeline) {
    /** Where it stands in the data directory. */
    public static final String PATH = "global/pg_control";

    /** Its size in bytes; it is read and written in one piece. */
    public static final int BYTES = 8_192;

    /** Where the CRC-32C of all before it stands, on machines of 64 bits: up to PostgreSQL 17, and in 18. */
    private static final List<Integer> CHECKSUMS = List.of(288, 292);

    /** What the cluster is doing, in the order of PostgreSQL's DBState. */
    public enum State {
        STARTING,
        SHUT_DOWN,
        SHUT_DOWN_IN_RECOVERY,
        SHUTTING_DOWN,
        IN_CRASH_RECOVERY,
        IN_ARCHIVE_RECOVERY,
        IN_PRODUCTION
    }

    /** Reads it; a file that is missing, too short or not of its form is {@link Permanent}. */
    public static ControlFile read(Path dataDirectory) {
        Path file = dataDirectory.resolve(PATH);
        try {
            ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
            if (content.limit() < BYTES) {
                throw mismatch(file + " is only " + content.limit() + " bytes long");
            }
            int state = content.getInt(16);
            if (state < 0 || state >= State.values().length || content.getInt(48) == 0) {
                throw mismatch(file + " is not a control file of PostgreSQL 15 to 18");
            }
            return new ControlFile(
                    Long.toUnsignedString(content.getLong(0)),
                    Integer.toUnsignedLong(content.getInt(12)),
                    State.values()[state],
                    new Timeline(Integer.toUnsignedLong(content.getInt(48))));
        } catch (IOException e) {
            throw new Permanent(
                    EngineFailure.DATA_DIRECTORY_MISMATCH,
                    "Cannot read " + file + ": " + e + ".",
                    "Correct the data directory, and see that this process may read it.",
                    e);
        }
    }

    /** Whether these are all bytes of one writing: as many as there must be, with a checksum that fits. */
    static boolean isIntact(ByteBuffer content) {
        return content.remaining() == BYTES
                && CHECKSUMS.stream().anyMatch(at -> {
                    CRC32C crc = new CRC32C();
                    crc.update(content.duplicate().limit(content.position() + at));
                    // Over SQL the server may be of the other byte order.
                    int stands =
                            content.duplicate().order(ByteOrder.nativeOrder()).getInt(content.position() + at);
                    return stands == (int) crc.getValue() || stands == Integer.reverseBytes((int) crc.getValue());
                });
    }

    private static Permanent mismatch(String what) {
        return new Permanent(EngineFailure.DATA_DIRECTORY_MISMATCH, what + ".");
    }
}
