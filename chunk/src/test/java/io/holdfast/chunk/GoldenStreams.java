package io.holdfast.chunk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.holdfast.chunk.Sample.Recipe;
import io.holdfast.chunk.frame.Sha256;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.table.FileKind;
import io.holdfast.chunk.write.StreamSealer;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.quantity.ByteCount;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * Streams of version 1, one for each suite and codec, that every later release must open. They are kept for ever and never
 * written again; {@link #main} wrote them once, from a fixed source of randomness.
 */
public final class GoldenStreams {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SMALL = 4096;
    private static final long MODIFIED = 1_790_000_000L;

    private GoldenStreams() {}

    /** One of them: how it was made. */
    public record Golden(String name, Recipe recipe) {
        @Override
        public String toString() {
            return name;
        }
    }

    public static Stream<Golden> all() {
        Stream<Golden> small = Stream.of(Suite.values())
                .flatMap(suite ->
                        Stream.of(Codec.values()).map(codec -> golden(suite, codec, new ChunkLimit(SMALL), "")));
        return Stream.concat(small, Stream.of(golden(Suite.AES_256, Codec.ZSTD, ChunkLimit.STANDARD, "-full-chunks")));
    }

    private static Golden golden(Suite suite, Codec codec, ChunkLimit limit, String more) {
        String name =
                suite.label().toLowerCase(Locale.ROOT) + "-" + codec.name().toLowerCase(Locale.ROOT) + more;
        return new Golden(name, new Recipe(suite, Sample.compression(codec), limit, name.hashCode()));
    }

    /** The content of every golden stream: files that share chunks and one that is cut, a directory, an empty file, a link. */
    public static SequencedMap<FileEntry, byte[]> files(ChunkLimit limit) {
        SequencedMap<FileEntry, byte[]> files = new LinkedHashMap<>();
        files.put(FileEntry.directory("base", 0700, MODIFIED), new byte[0]);
        put(files, "PG_VERSION", "18\n".getBytes(StandardCharsets.US_ASCII));
        byte[] text = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.\n"
                .repeat(limit.bytes() / 30)
                .getBytes(StandardCharsets.UTF_8);
        put(files, "base/1/1259", text);
        put(files, "base/1/empty", new byte[0]);
        byte[] noise = new byte[5000];
        new Random(42).nextBytes(noise);
        put(files, "base/1/café", noise);
        files.put(
                new FileEntry(
                        "pg_tblspc/16384",
                        FileKind.LINK,
                        ByteCount.ZERO,
                        0777,
                        -86_400,
                        Optional.of("/srv/tablespace")),
                new byte[0]);
        return files;
    }

    private static void put(SequencedMap<FileEntry, byte[]> files, String path, byte[] content) {
        files.put(FileEntry.file(path, ByteCount.of(content.length), 0640, MODIFIED + files.size()), content);
    }

    /** What today's code makes of a recipe. */
    public static byte[] seal(Golden golden) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Random random = new Random(golden.recipe().seed());
        try (ChunkBuffers buffers = new ChunkBuffers();
                StreamSealer sealer = StreamSealer.open(
                        Sample.order(golden.recipe()),
                        random::nextBytes,
                        buffers,
                        (index, frame) -> stream.writeBytes(Sample.copy(frame)))) {
            stream.writeBytes(Sample.copy(sealer.header()));
            files(golden.recipe().limit()).forEach((entry, content) -> {
                sealer.startFile(entry);
                if (content.length > 0) {
                    sealer.write(0, ByteBuffer.wrap(content));
                }
            });
            sealer.finish();
            return stream.toByteArray();
        }
    }

    public static Path folder() {
        return Path.of("src/test/resources/golden/v1");
    }

    public static byte[] kept(Golden golden) throws IOException {
        return Files.readAllBytes(folder().resolve(golden.name() + ".hfs1"));
    }

    /** The receipt that was kept with a stream. */
    public static Receipt receipt(Golden golden) throws IOException {
        JsonNode all = JSON.readTree(folder().resolve("golden.json").toFile());
        JsonNode found = all.get("streams")
                .valueStream()
                .filter(stream -> stream.get("name").asText().equals(golden.name()))
                .findFirst()
                .orElseThrow();
        return new Receipt(
                StreamId.parse(found.get("streamId").asText()),
                Bytes.parse(found.get("headerHash").asText()),
                found.get("frames").asLong(),
                ByteCount.of(found.get("dataBytes").asLong()),
                ByteCount.of(found.get("sealedBytes").asLong()),
                Bytes.parse(found.get("root").asText()));
    }

    /** The contents as an independent reader reports them. */
    public static ArrayNode fileReport(ChunkLimit limit) {
        ArrayNode report = JSON.createArrayNode();
        files(limit).forEach((entry, content) -> {
            ObjectNode file = report.addObject();
            file.put("p", entry.path()).put("k", entry.kind().id());
            file.put("s", entry.size().number()).put("m", entry.mode()).put("t", entry.modified());
            entry.linkTarget().ifPresent(target -> file.put("l", target));
            if (entry.kind() == FileKind.FILE) {
                file.put("sha256", HexFormat.of().formatHex(Sha256.digest().digest(content)));
            }
        });
        return report;
    }

    /** Writes the streams of a new version into an empty folder; a folder that holds any is left as it is. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Files.createDirectories(folder.getParent());
        Files.createDirectory(folder);
        StreamContext context = Sample.context(Suite.NONE);
        ObjectNode root = JSON.createObjectNode();
        root.put(
                "dataKey",
                HexFormat.of()
                        .formatHex(Sample.dataKey(Suite.AES_256).orElseThrow().use(byte[]::clone)));
        ArrayNode fields = root.putArray("context");
        List.of("1", context.fleet().text(), context.instance().text(), context.setId(), context.stripe())
                .forEach(fields::add);
        fields.add(context.purpose().label());
        ArrayNode streams = root.putArray("streams");
        for (Golden golden : all().toList()) {
            byte[] stream = seal(golden);
            Files.write(folder.resolve(golden.name() + ".hfs1"), stream);
            Receipt receipt = GoldenStreamsTest.receiptOf(stream);
            streams.addObject()
                    .put("name", golden.name())
                    .put("suite", golden.recipe().suite().label())
                    .put("streamId", receipt.stream().text())
                    .put("headerHash", receipt.headerHash().text())
                    .put("frames", receipt.frames())
                    .put("dataBytes", receipt.dataBytes().number())
                    .put("sealedBytes", receipt.sealedBytes().number())
                    .put("root", receipt.root().text());
        }
        JSON.writerWithDefaultPrettyPrinter()
                .writeValue(folder.resolve("golden.json").toFile(), root);
    }
}
