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
            require(in.nextToken() == JsonToken.START_OBJECT, "it is no map");
            require("v".equals(in.nextFieldName()), "its version is missing");
            require(number(in) == VERSION, "its version is not known here");
            require("files".equals(in.nextFieldName()), "its files are missing");
            require(in.nextToken() == JsonToken.START_ARRAY, "its files are no list");
            List<TableFile> files = new ArrayList<>();
            while (in.nextToken() == JsonToken.START_OBJECT) {
                files.add(file(in));
            }
            require(in.currentToken() == JsonToken.END_ARRAY, "a file is no map");
            require(in.nextToken() == JsonToken.END_OBJECT, "it has keys that are not known here");
            return new Table(files);
        }
    }

    private static TableFile file(JsonParser in) throws IOException {
        String key = in.nextFieldName();
        require("k".equals(key), "a file's kind is missing");
        FileKind kind = kind(number(in));
        Optional<String> target = Optional.empty();
        key = in.nextFieldName();
        if ("l".equals(key)) {
            target = Optional.of(text(in));
            key = in.nextFieldName();
        }
        require("m".equals(key), "a file's mode is missing");
        long mode = number(in);
        require(mode >= 0 && mode <= Integer.MAX_VALUE, "a file's mode is out of range");
        require("p".equals(in.nextFieldName()), "a file's path is missing");
        String path = text(in);
        require("s".equals(in.nextFieldName()), "a file's size is missing");
        long size = number(in);
        require(size >= 0, "a file's size is negative");
        require("t".equals(in.nextFieldName()), "a file's time is missing");
        long modified = number(in);
        List<Extent> extents = List.of();
        if (kind == FileKind.FILE) {
            require("x".equals(in.nextFieldName()), "a file's extents are missing");
            extents = extents(in);
        }
        require(in.nextToken() == JsonToken.END_OBJECT, "a file has keys that are not known here");
        return new TableFile(new FileEntry(path, kind, ByteCount.of(size), (int) mode, modified, target), extents);
    }

    private static List<Extent> extents(JsonParser in) throws IOException {
        require(in.nextToken() == JsonToken.START_ARRAY, "a file's extents are no list");
        List<Extent> extents = new ArrayList<>();
        while (in.nextToken() == JsonToken.START_ARRAY) {
            long fileOffset = number(in);
            long length = number(in);
            long chunkIndex = number(in);
            long chunkOffset = number(in);
            long crc32c = number(in);
            require(in.nextToken() == JsonToken.END_ARRAY, "an extent has more than five numbers");
            require(length >= 1 && length <= Integer.MAX_VALUE, "an extent's length is out of range");
            require(chunkOffset >= 0 && chunkOffset <= Integer.MAX_VALUE, "an extent's place is out of range");
            extents.add(new Extent(fileOffset, (int) length, chunkIndex, (int) chunkOffset, crc32c));
        }
        require(in.currentToken() == JsonToken.END_ARRAY, "an extent is no list");
        return extents;
    }

    private static FileKind kind(long id) throws IOException {
        for (FileKind kind : FileKind.values()) {
            if (kind.id() == id) {
                return kind;
            }
        }
        throw new IOException("a file's kind is not known here");
    }

    private static long number(JsonParser in) throws IOException {
        require(in.nextToken() == JsonToken.VALUE_NUMBER_INT, "a number is missing");
        return in.getLongValue();
    }

    private static String text(JsonParser in) throws IOException {
        require(in.nextToken() == JsonToken.VALUE_STRING, "a text is missing");
        return in.getText();
    }

    private static void require(boolean lawful, String fault) throws IOException {
        if (!lawful) {
            throw new IOException(fault);
        }
    }
}
