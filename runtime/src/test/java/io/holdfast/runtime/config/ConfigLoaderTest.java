package io.holdfast.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigLoaderTest {
    enum Access {
        SQL,
        DATA_FILES
    }

    record Kafka(
            @Setting(doc = "Brokers.", example = "[a:9092]") List<String> bootstrapServers,
            @Setting(doc = "Passed through.") @Default("{}") Map<String, String> properties) {}

    sealed interface Store {
        @TypeName("file")
        record Files(@Setting(doc = "Folder.") Path path) implements Store {}

        @TypeName("topic")
        record Topic(
                @Setting(doc = "Partitions.") @Default("1") int partitions) implements Store {}
    }

    record Instance(
            @Setting(doc = "Access.") @Default("sql") Access access,
            @Setting(doc = "Password.") Optional<SecretRef> password) {}

    record Limits(
            @Setting(doc = "Buffer.") @Default("64MiB") ByteCount buffer,
            @Setting(doc = "Wait.") @Default("30s") Duration delay,
            @Setting(doc = "Tries.") @Default("3") Attempt tries,
            @Setting(doc = "Least.") @Default("1") int least,
            @Setting(doc = "Most.") @Default("9") int most) {
        Limits {
            if (least > most) {
                throw Permanent.invalid("least is not above most", least + " > " + most);
            }
        }
    }

    record Settings(
            @Setting(doc = "Kafka.") Kafka kafka,
            @Setting(doc = "Limits.") Limits limits,
            @Setting(doc = "Instances.") @Default("{}") Map<InstanceName, Instance> instances,
            @Setting(doc = "Stores.") @Default("{}") Map<String, Store> stores,
            @Setting(doc = "Verify.") @Default("true") boolean verify) {}

    private static final String LEAST = "kafka: {bootstrapServers: [a:1, b:2]}\n";

    private static Settings read(String yaml, Map<String, String> env) {
        return ConfigLoader.read(Settings.class, yaml, "test.yaml", env);
    }

    private static Settings read(String yaml) {
        return read(yaml, Map.of());
    }

    @Test
    void everyTypeIsRead() {
        Settings settings = read("""
                kafka:
                  bootstrapServers: [a:1, b:2]
                  properties: {security.protocol: SSL, linger.ms: 5}
                limits:
                  buffer: 2GiB
                  delay: 5m
                  tries: 2
                instances:
                  pg-main:
                    access: data-files
                    password: file:/etc/secret
                  pg-two: {}
                stores:
                  long: {type: file, path: /backups}
                  queue: {type: topic}
                verify: false
                """);

        assertThat(settings.kafka().properties()).containsEntry("linger.ms", "5");
        assertThat(settings.limits().buffer()).isEqualTo(new ByteCount(2L << 30));
        assertThat(settings.limits().delay()).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.limits().tries()).isEqualTo(new Attempt(2));
        assertThat(settings.instances().get(new InstanceName("pg-main")))
                .isEqualTo(new Instance(Access.DATA_FILES, Optional.of(SecretRef.file(Path.of("/etc/secret")))));
        assertThat(settings.instances().get(new InstanceName("pg-two")))
                .isEqualTo(new Instance(Access.SQL, Optional.empty()));
        assertThat(settings.stores())
                .containsEntry("long", new Store.Files(Path.of("/backups")))
                .containsEntry("queue", new Store.Topic(1));
        assertThat(settings.verify()).isFalse();
    }

    @Test
    void whatIsMissingHasItsDefault() {
        Settings settings = read(LEAST);

        assertThat(settings.limits().delay()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.stores()).isEmpty();
        assertThat(settings.verify()).isTrue();
    }

    @Test
    void anUnknownKeyNamesLineAndNearestKey() {
        assertThatThrownBy(() -> read(LEAST + "limits:\n  dealy: 3s\n"))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("test.yaml")
                .hasMessageContaining("line 3: limits.dealy: unknown setting; did you mean delay?");
    }

    @Test
    void allProblemsAreNamedAtOnce() {
        assertThatThrownBy(() -> read("""
                                limits:
                                  delay: soon
                                  least: many
                                instances:
                                  Bad Name: {access: telepathy}
                                stores:
                                  x: {type: tape}
                                  y: {path: /p}
                                verify: [yes]
                                """))
                .hasMessageContaining("8 problems")
                .hasMessageContaining("line 1: kafka.bootstrapServers: missing, and required")
                .hasMessageContaining("HOLDFAST_KAFKA_BOOTSTRAP_SERVERS")
                .hasMessageContaining("line 2: limits.delay: a duration such as")
                .hasMessageContaining("line 3: limits.least: a whole number is expected, not \"many\"")
                .hasMessageContaining("an instance name is")
                .hasMessageContaining("one of sql, data-files is expected")
                .hasMessageContaining("\"tape\" is none of file, topic")
                .hasMessageContaining("stores.y.type: missing; one of file, topic")
                .hasMessageContaining("verify: a single value is expected, not a list");
    }

    @Test
    void aRecordThatRefusesItsValuesIsAProblemOfItsSection() {
        assertThatThrownBy(() -> read(LEAST + "limits: {least: 5, most: 4}\n"))
                .hasMessageContaining("line 2: limits: least is not above most");
    }

    @Test
    void theEnvironmentOverridesTheFile() {
        Settings settings = read(
                LEAST + "instances: {pg-main: {access: sql}}\n",
                Map.of(
                        "HOLDFAST_KAFKA_BOOTSTRAP_SERVERS", "c:3, d:4",
                        "HOLDFAST_KAFKA_PROPERTIES", "{acks: all}",
                        "HOLDFAST_LIMITS_DELAY", "1h",
                        "HOLDFAST_INSTANCES_PG_MAIN_ACCESS", "data-files",
                        "HOLDFAST_SOMETHING_ELSE", "x"));

        assertThat(settings.kafka().bootstrapServers()).containsExactly("c:3", "d:4");
        assertThat(settings.kafka().properties()).containsExactly(Map.entry("acks", "all"));
        assertThat(settings.limits().delay()).isEqualTo(Duration.ofHours(1));
        assertThat(settings.instances().values()).extracting(Instance::access).containsExactly(Access.DATA_FILES);
    }

    @Test
    void aMistypedVariableIsNamed() {
        assertThatThrownBy(() -> read(LEAST, Map.of("HOLDFAST_LIMITS_DEALY", "1h")))
                .hasMessageContaining("variable HOLDFAST_LIMITS_DEALY is no setting's")
                .hasMessageContaining("HOLDFAST_LIMITS_DELAY?");
    }

    @Test
    void aSecretWrittenOutIsRefusedAndNotShown() {
        assertThatThrownBy(() -> read(LEAST + "instances: {pg: {password: hunter2}}\n"))
                .hasMessageContaining("instances.pg.password: a secret stands in a configuration by reference only")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void syntaxErrorsAndKeysGivenTwiceNameTheirLine() {
        assertThatThrownBy(() -> read("kafka: {bootstrapServers: [a\nverify: true\n"))
                .hasMessageContaining("not YAML");
        assertThatThrownBy(() -> read(LEAST + "verify: true\nverify: false\n")).hasMessageContaining("line 3: verify");
    }

    @Test
    void aMissingFileAndAFolderAreNamed(@TempDir Path folder) {
        assertThatThrownBy(() -> ConfigLoader.load(Settings.class, folder.resolve("no.yaml"), Map.of()))
                .hasMessageContaining("there is no configuration file")
                .hasMessageContaining("no.yaml");
        assertThatThrownBy(() -> ConfigLoader.load(Settings.class, folder, Map.of()))
                .hasMessageContaining("is a folder");
    }

    @Test
    void theReferencePageListsEverySetting() {
        Map<String, Class<? extends Record>> pages = new LinkedHashMap<>();
        pages.put("worker", Settings.class);

        String page = ConfigReference.markdown(pages);

        assertThat(page)
                .contains("| `kafka.bootstrapServers` | list of text | required | Brokers. Example: `[a:9092]`. |"
                        + " `HOLDFAST_KAFKA_BOOTSTRAP_SERVERS` |")
                .contains("| `limits.buffer` | bytes (64MiB) | `64MiB` |")
                .contains("| `instances.NAME.access` | sql \\| data-files | `sql` |")
                .contains("| `stores.NAME.type` | `file` |");
    }
}
