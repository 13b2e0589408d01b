package io.holdfast.messaging.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaSettingsTest {
    @Test
    void anUnknownPropertyIsNamedWithTheNearest() {
        assertThatThrownBy(() -> new KafkaSettings("h:1", Map.of("security.protocoll", "SSL")))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("security.protocoll is unknown")
                .hasMessageContaining("did you mean security.protocol?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"acks", "enable.idempotence", "isolation.level", "group.id", "auto.offset.reset"})
    void whatThePlatformRestsOnCannotBeSet(String key) {
        assertThatThrownBy(() -> new KafkaSettings("h:1", Map.of(key, "x")))
                .hasMessageContaining("the Kafka property " + key + " is set by the platform");
    }

    /** K2, K6: no reader jumps to another offset by itself; producers wait for all replicas and write once. */
    @Test
    void eachClientGetsWhatItKnowsAndOurPromises() {
        KafkaSettings settings = new KafkaSettings(
                "h:1", Map.of("linger.ms", "7", "fetch.max.bytes", "9", "ssl.truststore.type", "PEM"));
        assertThat(settings.producer("c"))
                .containsEntry("linger.ms", "7")
                .containsEntry("ssl.truststore.type", "PEM")
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", "true")
                .containsEntry("client.id", "c")
                .doesNotContainKey("fetch.max.bytes");
        assertThat(settings.consumer("c"))
                .containsEntry("fetch.max.bytes", "9")
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("auto.offset.reset", "none")
                .doesNotContainKey("linger.ms");
        assertThat(settings.shareConsumer("c", "g"))
                .containsEntry("share.acquire.mode", "record_limit")
                .containsEntry("share.acknowledgement.mode", "explicit")
                .containsEntry("max.poll.records", "1")
                .doesNotContainKeys("auto.offset.reset", "isolation.level", "enable.auto.commit");
        assertThat(settings.admin("c")).doesNotContainKeys("linger.ms", "fetch.max.bytes");
        assertThat(settings.streams()).containsEntry("linger.ms", "7").containsEntry("bootstrap.servers", "h:1");
    }

    /** C5: of Kafka's settings. */
    @Test
    void theValuesOfPropertiesAreNeverShown() {
        KafkaSettings settings = new KafkaSettings("h:1", Map.of("sasl.jaas.config", "seeded-secret"));
        assertThat(settings.toString()).contains("sasl.jaas.config").doesNotContain("seeded-secret");
    }

    @Test
    void aSettingThatKafkaRefusesIsSaid() {
        KafkaSettings settings = new KafkaSettings("h:1", Map.of("security.protocol", "TLS"));
        assertThatThrownBy(() -> RecordProducer.open(settings, "c"))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("security.protocol");
        KafkaSettings noPort = KafkaSettings.plain("host-without-port");
        assertThatThrownBy(() -> RecordProducer.open(noPort, "c"))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("host-without-port");
    }
}
