package io.holdfast.messaging.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.holdfast.messaging.Limits;
import io.holdfast.messaging.MessagingFailure;
import io.holdfast.protocol.failure.Permanent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A record of the protocol to JSON and back. Writing is deterministic: the fields in the record's order, tables sorted, absent
 * values left out. Reading is strict: unknown, missing, repeated and ill-typed fields, anything after the end, and what is too
 * deep or too large is a {@link Permanent} of {@link MessagingFailure#BAD_RECORD} that names the field.
 *
 * @param <T> the record, or a sealed interface of records
 */
public final class JsonCodec<T> {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Limits.JSON_DEPTH)
                    .maxStringLength(8 * Limits.RECORD_BYTES)
                    .maxNameLength(4096)
                    .maxNumberLength(40)
                    .build())
            .build();
    private static final Pattern SOURCE_NOTE = Pattern.compile(" *\\(start marker at \\[Source[^\\]]*\\]\\)");
    private static final ObjectReader TREES =
            JsonMapper.builder(FACTORY).build().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final Class<T> type;
    private final Shape shape;
    private final int limit;
    private final RecordReader reader;

    private JsonCodec(Class<T> type, int limit) {
        this.type = type;
        this.shape = Shapes.of(type);
        this.limit = limit;
        this.reader = new RecordReader(Shapes.kebab(type.getSimpleName()).replace('-', ' '));
    }

    /** The codec of records of a topic: at most {@link Limits#RECORD_BYTES}. */
    public static <T> JsonCodec<T> of(Class<T> type) {
        return new JsonCodec<>(type, Limits.RECORD_BYTES);
    }

    /** The codec of documents of at most {@code limit} bytes. */
    public static <T> JsonCodec<T> of(Class<T> type, int limit) {
        return new JsonCodec<>(type, limit);
    }

    /** What it reads and writes. */
    public Class<T> type() {
        return type;
    }

    /** What it looks like. */
    public Shape shape() {
        return shape;
    }

    /** The one spelling of {@code value}; over the limit is a {@link Permanent} of RECORD_TOO_LARGE. */
    public byte[] bytes(T value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            new RecordWriter(out).write(shape, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (bytes.size() > limit) {
            throw new Permanent(
                    MessagingFailure.RECORD_TOO_LARGE,
                    "a " + name() + " of " + bytes.size() + " bytes is over its limit of " + limit);
        }
        return bytes.toByteArray();
    }

    /** The same as text. */
    public String text(T value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    /** Reads JSON in UTF-8, or throws a {@link Permanent} that names the field; null is no record either. */
    public T read(byte @Nullable [] json) {
        if (json == null || json.length == 0) {
            throw reader.bad("$", "there is no content");
        }
        if (json.length > limit) {
            throw reader.bad("$", "it has " + json.length + " bytes, and the limit is " + limit);
        }
        JsonNode tree = tree(text(json));
        return type.cast(reader.read(shape, tree, "$"));
    }

    /** Reads JSON text. */
    public T read(String json) {
        return read(json.getBytes(StandardCharsets.UTF_8));
    }

    private JsonNode tree(String text) {
        try {
            JsonNode tree = TREES.readTree(text);
            if (tree.isMissingNode()) {
                throw reader.bad("$", "there is no content");
            }
            return tree;
        } catch (JsonProcessingException e) {
            throw reader.bad("$", "it is not JSON: " + plain(e) + place(e.getLocation()));
        }
    }

    /** Jackson's words without its notes about sources, which say nothing here. */
    private static String plain(JsonProcessingException e) {
        return SOURCE_NOTE.matcher(e.getOriginalMessage()).replaceAll("");
    }

    private String text(byte[] json) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(json))
                    .toString();
        } catch (CharacterCodingException e) {
            throw reader.bad("$", "it is not UTF-8");
        }
    }

    private static String place(@Nullable JsonLocation location) {
        return location == null ? "" : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }

    /** What it reads, in words, such as {@code job request}. */
    public String name() {
        return Shapes.kebab(type.getSimpleName()).replace('-', ' ');
    }

    @Override
    public String toString() {
        return "JsonCodec(" + name() + ")";
    }
}
