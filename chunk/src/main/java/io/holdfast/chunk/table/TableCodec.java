package io.holdfast.chunk.table;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import io.holdfast.protocol.quantity.ByteCount;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table's bytes: one CBOR item in deterministic encoding (RFC 8949, 4.2.1), which orders a map's keys by their encoded
 * bytes: here k, l, m, p, s, t, x, and v before files.
 *
 * <pre>
 * { "v": 1, "files": [ { "k": kind, "l": target (links), "m": mode, "p": path, "s": size, "t": mtime,
 *                        "x": [ [fileOffset, length, chunkIndex, chunkOffset, crc32c], … ] (files) }, … ] }
 * </pre>
 */
final class TableCodec {
    private static final CBORFactory CBOR = new CBORFactory();
    private static final int VERSION = 1;
    private static final int EXTENT_FIELDS = 5;

    private TableCodec() {}

    /** The one encoding of a table. */
    static byte[] encode(Table table) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CBORGenerator out = CBOR.createGenerator(bytes)) {
            out.writeStartObject(table, 2);
            out.writeNumberField("v", VERSION);
            out.writeFieldName("files");
            out.writeStartArray(table, table.files().size());
            for (TableFile file : table.files()) {
                encode(file, out);
            }
            out.writeEndArray();
            out.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void encode(TableFile file, CBORGenerator out) throws IOException {
        FileEntry entry = file.entry();
        out.writeStartObject(file, entry.kind() == FileKind.DIRECTORY ? 5 : 6);
        out.writeNumberField("k", entry.kind().id());
        if (entry.kind() == FileKind.LINK) {
            text("l", entry.linkTarget().orElseThrow(), out);
        }
        out.writeNumberField("m", entry.mode());
        text("p", entry.path(), out);
        out.writeNumberField("s", entry.size().number());
        out.writeNumberField("t", entry.modified());
        if (entry.kind() == FileKind.FILE) {
            out.writeFieldName("x");
            out.writeStartArray(file, file.extents().size());
            for (Extent extent : file.extents()) {
                encode(extent, out);
            }
            out.writeEndArray();
        }
        out.writeEndObject();
    }

    private static void encode(Extent extent, CBORGenerator out) throws IOException {
        out.writeStartArray(extent, EXTENT_FIELDS);
        out.writeNumber(extent.fileOffset());
        out.writeNumber(extent.length());
        out.writeNumber(extent.chunkIndex());
        out.writeNumber(extent.chunkOffset());
        out.writeNumber(extent.crc32c());
        out.writeEndArray();
    }

    /** Texts go out as bytes: the generator would cut a long String into pieces of indefinite length. */
    private static void text(String name, String value, CBORGenerator out) throws IOException {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        out.writeFieldName(name);
        out.writeUTF8String(utf8, 0, utf8.length);
    }

    /**
     * Reads a table, leniently where encodings differ: the caller encodes the result again and compares.
     *
     * @throws IOException when it is no table
     */
    static Table decode(byte[] bytes) throws IOException {
        try (JsonParser in = CBOR.createParser(bytes)) {
            expect(JsonToken.START_OBJECT, in.nextToken());
            expect("v", in.nextFieldName());
            if (number(in) != VERSION) {
                throw new IOException("its version is not known here");
            }
            expect("files", in.nextFieldName());
            expect(JsonToken.START_ARRAY, in.nextToken());
            List<TableFile> files = new ArrayList<>();
            while (in.nextToken() == JsonToken.START_OBJECT) {
                files.add(file(in));
            }
            expect(JsonToken.END_ARRAY, in.currentToken());
            expect(JsonToken.END_OBJECT, in.nextToken());
            return new Table(files);
        }
    }

    private static TableFile file(JsonParser in) throws IOException {
        expect("k", in.nextFieldName());
        FileKind kind = kind(number(in));
        Optional<String> target = Optional.empty();
        String key = in.nextFieldName();
        if ("l".equals(key)) {
            target = Optional.of(text(in));
            key = in.nextFieldName();
        }
        expect("m", key);
        int mode = small(in);
        expect("p", in.nextFieldName());
        String path = text(in);
        expect("s", in.nextFieldName());
        long size = number(in);
        if (size < 0) {
            throw new IOException("the size of \"" + path + "\" is negative");
        }
        expect("t", in.nextFieldName());
        long modified = number(in);
        List<Extent> extents = List.of();
        if (kind == FileKind.FILE) {
            expect("x", in.nextFieldName());
            extents = extents(in);
        }
        expect(JsonToken.END_OBJECT, in.nextToken());
        return new TableFile(new FileEntry(path, kind, ByteCount.of(size), mode, modified, target), extents);
    }

    private static List<Extent> extents(JsonParser in) throws IOException {
        expect(JsonToken.START_ARRAY, in.nextToken());
        List<Extent> extents = new ArrayList<>();
        while (in.nextToken() == JsonToken.START_ARRAY) {
            extents.add(new Extent(number(in), small(in), number(in), small(in), number(in)));
            expect(JsonToken.END_ARRAY, in.nextToken());
        }
        expect(JsonToken.END_ARRAY, in.currentToken());
        return extents;
    }

    private static FileKind kind(long id) throws IOException {
        for (FileKind kind : FileKind.values()) {
            if (kind.id() == id) {
                return kind;
            }
        }
        throw new IOException("it has a file of a kind that is not known here, " + id);
    }

    private static int small(JsonParser in) throws IOException {
        long number = number(in);
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new IOException("a mode, a length or a place in a chunk is out of range: " + number);
        }
        return (int) number;
    }

    private static long number(JsonParser in) throws IOException {
        expect(JsonToken.VALUE_NUMBER_INT, in.nextToken());
        return in.getLongValue();
    }

    private static String text(JsonParser in) throws IOException {
        expect(JsonToken.VALUE_STRING, in.nextToken());
        return in.getText();
    }

    private static void expect(Object wanted, @Nullable Object found) throws IOException {
        if (!wanted.equals(found)) {
            throw new IOException("where " + wanted + " should be stands " + found);
        }
    }
}
