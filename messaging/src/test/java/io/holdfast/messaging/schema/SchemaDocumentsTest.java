package io.holdfast.messaging.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.messaging.codec.RandomRecords;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.job.JobRequest;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaDocumentsTest {
    private static final String START =
            "{\"v\":1,\"kind\":\"backup\",\"id\":\"01JDXZ0000000000000000000A\",\"instance\":\"shop\"";

    @Test
    void theCommittedDocumentsAreUpToDate() throws IOException {
        Path docs = docs();
        for (Map.Entry<String, String> document : SchemaDocuments.documents().entrySet()) {
            Path file = docs.resolve(document.getKey());
            assertThat(file).as("run SchemaDocuments with the folder docs").exists();
            assertThat(Files.readString(file))
                    .as("%s is old: run SchemaDocuments with the folder docs", file.getFileName())
                    .isEqualTo(document.getValue());
        }
    }

    @Test
    void everyRecordThatTheCodecWritesFitsItsSchema() throws IOException {
        long seed = System.nanoTime();
        RandomRecords records = new RandomRecords(seed);
        for (Class<?> type : SchemaDocuments.RECORDS) {
            fits(type, records, seed);
        }
    }

    private static <T> void fits(Class<T> type, RandomRecords records, long seed) throws IOException {
        Schema schema = schema(type);
        JsonCodec<T> codec = JsonCodec.of(type);
        for (int i = 0; i < 50; i++) {
            String json = codec.text(records.next(type));
            assertThat(schema.validate(tree(json)))
                    .as("seed %d: %s", seed, json)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"lable\":\"x\"}",
                ",\"suite\":\"AES256\"}",
                ",\"suite\":256}",
                ",\"encryptors\":\"vault\"}",
                ",\"encryptors\":[\"Vault\"]}",
                ",\"encryptors\":[null]}",
                ",\"compression\":{\"codec\":\"zstd\"}}",
                ",\"compression\":{\"codec\":\"zstd\",\"level\":99}}",
                ",\"compression\":{\"codec\":\"zstd\",\"level\":0}}",
                ",\"compression\":{\"codec\":\"lz4\",\"level\":1}}",
                ",\"compression\":{\"codec\":\"zstd\",\"level\":99999999999}}",
                ",\"compression\":{\"codec\":\"zstd\",\"level\":3.5}}",
                ",\"compression\":\"zstd\"}",
                ",\"allowLegacyCiphers\":\"yes\"}",
                ",\"access\":\"SQL\"}",
                ",\"repository\":\"\"}",
                ",\"label\":1}",
            })
    void whatTheCodecRefusesTheSchemaRefuses(String rest) throws IOException {
        refusedByBoth(START + rest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "{}",
                "{\"v\":2,\"kind\":\"cancel\",\"id\":\"01JDXZ0000000000000000000A\",\"instance\":\"shop\",\"target\":\"01JDXZ0000000000000000000B\"}",
                "{\"v\":1,\"kind\":\"cancel\",\"id\":\"01JDXZ0000000000000000000A\",\"instance\":\"shop\"}",
                "{\"v\":1,\"kind\":\"cancel\",\"id\":\"01JDXZ\",\"instance\":\"shop\",\"target\":\"01JDXZ0000000000000000000B\"}",
                "{\"v\":1,\"kind\":\"Cancel\",\"id\":\"01JDXZ0000000000000000000A\",\"instance\":\"shop\",\"target\":\"01JDXZ0000000000000000000B\"}",
            })
    void whatIsNoJobIsRefusedByBoth(String json) throws IOException {
        refusedByBoth(json);
    }

    private static void refusedByBoth(String json) throws IOException {
        assertThat(schema(JobRequest.class).validate(tree(json))).isNotEmpty();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> Codecs.JOB_REQUEST.read(json)))
                .isInstanceOf(Permanent.class);
    }

    @Test
    void theFormsOfSchemasAreThoseOfTheTypes() throws ReflectiveOperationException {
        for (Map.Entry<Class<?>, String> word : Forms.WORDS.entrySet()) {
            Field form = form(word.getKey());
            if (form != null && !word.getKey().getSimpleName().equals("Lsn")) {
                form.setAccessible(true);
                assertThat(((Pattern) form.get(null)).pattern())
                        .as(word.getKey().getSimpleName())
                        .isEqualTo(word.getValue());
            }
        }
        for (Map.Entry<Class<?>, Forms.Range> quantity : Forms.QUANTITIES.entrySet()) {
            var constructor = quantity.getKey().getConstructor(long.class);
            constructor.newInstance(quantity.getValue().least());
            constructor.newInstance(quantity.getValue().most());
            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> constructor.newInstance(quantity.getValue().least() - 1)))
                    .hasCauseInstanceOf(Permanent.class);
            if (quantity.getValue().most() < Long.MAX_VALUE) {
                assertThat(org.assertj.core.api.Assertions.catchThrowable(() ->
                                constructor.newInstance(quantity.getValue().most() + 1)))
                        .hasCauseInstanceOf(Permanent.class);
            }
        }
    }

    private static @Nullable Field form(Class<?> type) {
        try {
            return type.getDeclaredField("FORM");
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    private static Schema schema(Class<?> type) throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(tree(RecordSchema.document(type).toString()));
    }

    private static JsonNode tree(String json) throws IOException {
        return new ObjectMapper().readTree(json);
    }

    private static Path docs() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("protocol"))) {
            here = Objects.requireNonNull(here.getParent());
        }
        return here.resolve("docs");
    }
}
