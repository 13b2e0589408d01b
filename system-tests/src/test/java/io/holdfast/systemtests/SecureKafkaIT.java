package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.BrokerTls;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.TestCertificate;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.runtime.file.PrivateFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The whole fleet over a Kafka that takes nothing but SCRAM over TLS. */
class SecureKafkaIT {
    private static final InstanceName INSTANCE = InstanceName.parse("main");
    private static final String PASSWORD = "the-password-of-kafka-5512";

    private final TestCertificate certificate = TestCertificate.create(ServersForTests.folder("kafka-tls"));

    /** Kafka's own settings in every process's configuration, the login by reference. */
    private final class ScramOverTls implements SiteTuning {
        @Override
        public BrokerOptions broker(BrokerOptions usual) {
            return usual.withTls(new BrokerTls(certificate.certificate(), certificate.key(), Optional.empty()))
                    .withUser("holdfast", PASSWORD);
        }

        @Override
        public void configure(FleetFolder fleet) throws Exception {
            Path login = fleet.root().resolve("secrets/kafka.jaas");
            PrivateFiles.replace(
                    login,
                    ("org.apache.kafka.common.security.scram.ScramLoginModule required username=\"holdfast\" password=\""
                                    + PASSWORD + "\";")
                            .getBytes(StandardCharsets.UTF_8));
            String settings = """
                    kafka:
                      properties:
                        "security.protocol": SASL_SSL
                        "sasl.mechanism": SCRAM-SHA-512
                        "ssl.truststore.type": PEM
                        "ssl.truststore.location": "%s"
                      secretProperties:
                        "sasl.jaas.config": "file:%s"
                    """.formatted(certificate.certificate(), login);
            for (String process : List.of("coordinator", "worker", "agent", "holdfast")) {
                SiteTuning.replace(
                        fleet.config(process), "kafka:\n  bootstrapServers", settings + "  bootstrapServers");
            }
        }
    }

    @Test
    void theWholeFleetLogsInByScramOverTls() throws Exception {
        try (PrivatePostgres database = Databases.filled(18, 5);
                Site site = new Site(Map.of(INSTANCE, database), "4MiB", new ScramOverTls())) {
            site.complete(Site.backup(INSTANCE, Site.KAFKA, null));
            Path target = ServersForTests.folder("restored");
            site.complete(Site.restore(INSTANCE, target.resolve("data"), AfterRestore.LEAVE));
            Databases.requireSame(database, target);
            site.complete(new JobRequest.Verify(1, JobIds.next(), INSTANCE, null, null));
            assertThat(site.command().run("sets").out()).contains("kafka");
            assertThat(site.logs()).doesNotContain(PASSWORD);
            aWrongPasswordIsDenied(site);
        }
    }

    private static void aWrongPasswordIsDenied(Site site) throws Exception {
        Path login = site.folder().root().resolve("secrets/kafka.jaas");
        SiteTuning.replace(login, PASSWORD, "not-the-password");
        HoldfastCommand.Outcome refused = site.command().run("sets");
        assertThat(refused.exit()).as("%s", refused).isEqualTo(6);
        assertThat(refused.errors())
                .contains("what to do")
                .doesNotContain("not-the-password")
                .doesNotContain("\tat ");
    }
}
