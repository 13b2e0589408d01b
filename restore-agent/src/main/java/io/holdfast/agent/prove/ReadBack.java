package io.holdfast.agent.prove;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileTrouble;
import io.holdfast.protocol.failure.Corrupt;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** Reads every file of a restored directory back and holds it against {@code backup_manifest}, where no program does it. */
final class ReadBack {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int PIECE = 1 << 20;

    private final Path directory;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE);

    ReadBack(Path directory) {
        this.directory = directory;
    }

    /** How many files agree; one that does not is {@link Corrupt}. */
    long check() {
        Path manifest = directory.resolve("backup_manifest");
        long files = 0;
        try (JsonParser parser = JSON.createParser(manifest.toFile())) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.FIELD_NAME
                        && parser.currentName().equals("Files")) {
                    parser.nextToken();
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        ObjectNode file = parser.readValueAsTree();
                        files += check(file);
                    }
                }
            }
        } catch (IOException e) {
            throw FileTrouble.of("read", manifest, e);
        }
        return files;
    }

    private int check(ObjectNode file) {
        String path = file.path("Path").asText();
        // Recovery's settings were added to it.
        if (path.equals("postgresql.auto.conf")) {
            return 0;
        }
        long size = file.path("Size").asLong();
        String wanted = file.path("Checksum").asText();
        CRC32C crc = new CRC32C();
        long read = 0;
        try (FileChannel channel = FileChannel.open(directory.resolve(path), StandardOpenOption.READ)) {
            while (channel.read(buffer.clear()) >= 0) {
                buffer.flip();
                read += buffer.remaining();
                crc.update(buffer);
            }
        } catch (IOException e) {
            throw FileTrouble.of("read back", directory.resolve(path), e);
        }
        String found = HexFormat.of().toHexDigits(Integer.reverseBytes((int) crc.getValue()));
        if (read != size || !found.equals(wanted)) {
            throw new Corrupt(
                    AgentFailure.PROOF_FAILED,
                    path + " reads back with " + read + " bytes and checksum " + found + ", but should have " + size
                            + " and " + wanted);
        }
        return 1;
    }
}
