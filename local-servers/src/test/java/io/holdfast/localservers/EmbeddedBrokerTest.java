package io.holdfast.localservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedBrokerTest {
    @TempDir
    Path folder;

    @Test
    void keepsItsRecordsAndItsPortOverARestart() throws Exception {
        BrokerOptions options = BrokerOptions.in(folder.resolve("broker"));
        int port;
        try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {
            port = broker.port();
            send(Map.of("bootstrap.servers", broker.bootstrapServers()), "before");
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {
            assertThat(broker.port()).isEqualTo(port);
            assertThat(first(Map.of("bootstrap.servers", broker.bootstrapServers())))
                    .isEqualTo("before");
        }
    }

    @Test
    void saysThatItsPortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BrokerOptions options = BrokerOptions.in(folder.resolve("busy")).withPort(taken.getLocalPort());
            assertThatThrownBy(() -> EmbeddedBroker.start(options))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void letsInByTlsAndPasswordOnly() throws Exception {
        TestCertificate certificate = TestCertificate.create(folder.resolve("tls"));
        BrokerOptions options = BrokerOptions.in(folder.resolve("secure"))
                .withTls(new BrokerTls(certificate.certificate(), certificate.key(), Optional.empty()))
                .withUser("alice", "correct horse");
        try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {
            Map<String, Object> client = new HashMap<>(Map.of(
                    "bootstrap.servers",
                    broker.bootstrapServers(),
                    "security.protocol",
                    "SASL_SSL",
                    "ssl.truststore.type",
                    "PEM",
                    "ssl.truststore.certificates",
                    Files.readString(certificate.certificate()),
                    "sasl.mechanism",
                    "SCRAM-SHA-512",
                    "sasl.jaas.config",
                    login("correct horse")));
            send(client, "sealed");
            assertThat(first(client)).isEqualTo("sealed");
            client.put("sasl.jaas.config", login("wrong"));
            assertThatThrownBy(() -> send(client, "never"))
                    .hasRootCauseInstanceOf(org.apache.kafka.common.errors.SaslAuthenticationException.class);
        }
    }

    @Test
    void aBrokerProcessThatIsKilledComesBackWithItsData() throws Exception {
        BrokerOptions options = BrokerOptions.in(folder.resolve("process"));
        String address;
        try (BrokerProcess broker = BrokerProcess.start(options)) {
            address = broker.bootstrapServers();
            send(Map.of("bootstrap.servers", address), "before the kill");
            broker.kill();
            broker.startAgain();
            assertThat(broker.bootstrapServers()).isEqualTo(address);
            assertThat(first(Map.of("bootstrap.servers", address))).isEqualTo("before the kill");
        }
        assertThat(FreePort.isFree(Integer.parseInt(address.substring(address.indexOf(':') + 1))))
                .isTrue();
    }

    private static String login(String password) {
        return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"alice\" password=\""
                + password + "\";";
    }

    private static void send(Map<String, Object> client, String text) throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(client)) {
            admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
        }
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("enable.idempotence", "true");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("t", text)).get();
        }
    }

    private static String first(Map<String, Object> client) {
        TopicPartition partition = new TopicPartition("t", 0);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            return consumer.poll(Duration.ofSeconds(20)).iterator().next().value();
        }
    }

    @Test
    void theFoldersSecretsAreItsOwnersOnly() throws Exception {
        Path data = folder.resolve("private");
        EmbeddedBroker.start(BrokerOptions.in(data)).close();
        assertThat(Files.getPosixFilePermissions(data.resolve("holdfast-broker.properties")))
                .hasSize(2);
        assertThat(Files.readString(data.resolve("meta.properties"), StandardCharsets.UTF_8))
                .contains("cluster.id");
    }
}
