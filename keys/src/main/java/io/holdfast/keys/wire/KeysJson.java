package io.holdfast.keys.wire;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.holdfast.protocol.TextValue;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** JSON between callers and gateway, and in the sealed store: strict, small, words as plain text. */
public final class KeysJson {
    /** No document is longer, in bytes. */
    public static final int LONGEST = 64 * 1024;

    private static final int DEEPEST = 16;
    private static final ObjectMapper REQUESTS =
            mapper(LONGEST).setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL));

    private static final ObjectMapper ANSWERS = mapper(1024 * 1024);

    private KeysJson() {}

    /** The mapper of requests: no part of one is missing or null. */
    public static ObjectMapper mapper() {
        return REQUESTS;
    }

    /** The mapper of answers, which may be longer: an operator reads the audit log. */
    public static ObjectMapper answers() {
        return ANSWERS;
    }

    /** A mapper of documents up to {@code longest} bytes. */
    public static ObjectMapper mapper(long longest) {
        StreamReadConstraints limits = StreamReadConstraints.builder()
                .maxDocumentLength(longest)
                .maxNestingDepth(DEEPEST)
                .maxStringLength((int) Math.min(longest, Integer.MAX_VALUE))
                .build();
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(limits)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
        SimpleModule words = new SimpleModule("words");
        words.addSerializer(TextValue.class, new TextWriter());
        words.setDeserializers(new TextReaders());
        return JsonMapper.builder(factory)
                .addModule(words)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    /** {@code value} as JSON. */
    public static byte[] write(Object value) {
        try {
            return ANSWERS.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a " + value.getClass().getSimpleName() + " cannot be written as JSON", e);
        }
    }

    private static final class TextWriter extends JsonSerializer<TextValue> {
        @Override
        public void serialize(TextValue value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.text());
        }
    }

    private static final class TextReaders extends SimpleDeserializers {
        private static final long serialVersionUID = 1;

        @Override
        public @Nullable JsonDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription description) {
            return TextValue.class.isAssignableFrom(type.getRawClass()) ? new TextReader(type.getRawClass()) : null;
        }
    }

    private static final class TextReader extends StdDeserializer<Object> {
        private static final long serialVersionUID = 1;

        private final transient Class<?> type;

        TextReader(Class<?> type) {
            super(type);
            this.type = type;
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = parser.getValueAsString();
            if (text == null) {
                return context.reportInputMismatch(type, "a text is expected");
            }
            try {
                Method parse = type.getMethod("parse", String.class);
                return parse.invoke(null, text);
            } catch (InvocationTargetException e) {
                String reason = e.getCause() == null
                        ? "not valid"
                        : String.valueOf(e.getCause().getMessage());
                return context.reportInputMismatch(type, "%s", reason);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type + " has no parse(String)", e);
            }
        }
    }
}
