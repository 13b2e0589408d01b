package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.BrokerProcess;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** The worst day: nothing of ours is alive; a repository, the sealed store and the command are all there is. */
class OfflineIT {
    private static final InstanceName INSTANCE = InstanceName.parse("main");

    @Test
    void aSetIsRestoredWithoutTheFleetAndTheCatalogIsMadeAnew() throws Exception {
        try (PrivatePostgres database = Databases.filled(18, 10)) {
            OtherSite other = new OtherSite();
            Site site = new Site(Map.of(INSTANCE, database), "4MiB", other);
            SetId set;
            SetId sealedToOther;
            try (site) {
                sealedToOther = other.backUp(site);
                set = Objects.requireNonNull(
                        site.complete(Site.backup(INSTANCE, Site.FILE, null)).set());
                SetId inKafka = Objects.requireNonNull(
                        site.complete(Site.backup(INSTANCE, Site.KAFKA, null)).set());
                loseTheCatalog(site);
                rebuildFromKafka(site, inKafka, set);
            }
            restoreOffline(site, database);
            other.restore(site, sealedToOther, database);
            rebuildElsewhere(site, set);
        }
    }

    /** Another site: it has a private key, and the first site the certificate only. */
    private static final class OtherSite implements SiteTuning {
        private static final EncryptorName HERE = new EncryptorName("site-b");

        private final Path folder = ServersForTests.folder("site-b");
        private final HoldfastCommand command = new HoldfastCommand(folder, Map.of());
        private final List<String> store = List.of(
                "--store",
                folder + "/fleet/keys/holdfast.store",
                "--key-file",
                "file:" + folder + "/fleet/keys/store.key");

        private void keys(String... arguments) throws IOException, InterruptedException {
            List<String> line = new ArrayList<>(List.of("keys", "certificate"));
            line.addAll(List.of(arguments));
            line.addAll(store);
            done(command.run(line.toArray(String[]::new)));
        }

        private static void done(HoldfastCommand.Outcome outcome) {
            assertThat(outcome.exit()).as("%s", outcome).isZero();
        }

        @Override
        public void configure(FleetFolder fleet) throws Exception {
            done(command.run("init", folder.resolve("fleet").toString()));
            keys("create", "our-own");
            Path certificate = fleet.root().resolve("keys/site-b.cer");
            keys("export", "our-own", "--certificate", certificate.toString());
            SiteTuning.replace(
                    fleet.config("gateway"),
                    "encryptors:\n",
                    "encryptors:\n  site-b: {type: certificate, certificate: " + certificate + "}\n");
            SiteTuning.replace(fleet.config("coordinator"), "\nencryptors: [store]", "\nencryptors: [store, site-b]");
        }

        /** What nobody at the first site can open, but can be sure of. */
        SetId backUp(Site site) {
            SetId set = Objects.requireNonNull(site.complete(new JobRequest.Backup(
                            1, JobIds.next(), INSTANCE, Site.FILE, List.of(HERE), null, null, null, null, null, null))
                    .set());
            JobStatus refused = site.run(new JobRequest.Restore(
                    1,
                    JobIds.next(),
                    INSTANCE,
                    set,
                    Site.AGENT,
                    ServersForTests.folder("nowhere").resolve("data").toString(),
                    null,
                    null,
                    AfterRestore.LEAVE));
            assertThat(refused.state()).isEqualTo(JobState.FAILED);
            FailureReport why = Objects.requireNonNull(refused.failure());
            assertThat(why.code()).isEqualTo("agent.key-refused");
            assertThat(why.message()).contains("only the public part of the key");
            return set;
        }

        void restore(Site site, SetId set, PrivatePostgres database) throws Exception {
            Path target = ServersForTests.folder("at-site-b");
            Path agent = Files.copy(site.folder().config("agent"), folder.resolve("agent.yaml"));
            Path keys = site.folder().root().resolve("keys");
            SiteTuning.replace(agent, keys + "/holdfast.store", folder + "/fleet/keys/holdfast.store");
            SiteTuning.replace(agent, keys + "/store.key", folder + "/fleet/keys/store.key");
            done(command.run(
                    "restore",
                    "main",
                    "--offline",
                    "--set",
                    set.text(),
                    "--agent-config",
                    agent.toString(),
                    "--directory",
                    target.resolve("data").toString()));
            Databases.requireSame(database, target);
        }
    }

    /** Ends all that follows the catalog, and removes its topic. */
    private static void loseTheCatalog(Site site) throws Exception {
        for (String process : List.of("coordinator", "worker-1", "worker-2", "agent")) {
            site.process(process).close();
        }
        String catalog = site.config().topics().catalog();
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", site.broker().bootstrapServers()))) {
            admin.deleteTopics(List.of(catalog)).all().get();
            Patience.until(
                    Duration.ofMinutes(1),
                    "the catalog is gone",
                    () -> !admin.listTopics().names().get().contains(catalog));
        }
    }

    private static void rebuildFromKafka(Site site, SetId inKafka, SetId elsewhere) throws Exception {
        HoldfastCommand.Outcome rebuilt = site.command().run("catalog", "rebuild", "--repository", "kafka", "--json");
        assertThat(rebuilt.exit()).as("%s", rebuilt).isZero();
        assertThat(Documented.json(rebuilt.out()).get("written"))
                .extracting(JsonNode::asText)
                .containsExactly(inKafka.text());
        HoldfastCommand.Outcome sets = site.command().run("sets", "--json");
        assertThat(sets.out()).contains(inKafka.text()).doesNotContain(elsewhere.text());
    }

    private static void restoreOffline(Site site, PrivatePostgres database) throws Exception {
        Path target = ServersForTests.folder("offline");
        String agent = site.folder().config("agent").toString();
        String data = target.resolve("data").toString();
        HoldfastCommand.Outcome plan = site.command()
                .run("restore", "main", "--offline", "--dry-run", "--agent-config", agent, "--directory", data);
        assertThat(plan.exit()).as("%s", plan).isZero();
        assertThat(target.resolve("data")).doesNotExist();
        HoldfastCommand.Outcome restored =
                site.command().run("restore", "main", "--offline", "--agent-config", agent, "--directory", data);
        assertThat(restored.exit()).as("%s", restored).isZero();
        assertThat(restored.errors())
                .as("the repository in Kafka is as dead as Kafka")
                .contains("repository kafka is passed over");
        Databases.requireSame(database, target);
    }

    private static void rebuildElsewhere(Site site, SetId set) throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(
                BrokerOptions.in(ServersForTests.folder("broker").resolve("data")))) {
            SiteTuning.replace(site.folder().client(), site.broker().bootstrapServers(), broker.bootstrapServers());
            HoldfastCommand.Outcome rebuilt = site.command().run("catalog", "rebuild", "--repository", "main");
            assertThat(rebuilt.exit()).as("%s", rebuilt).isZero();
            assertThat(rebuilt.out()).contains("2 sets are in the catalog");
            assertThat(site.command().run("sets", "--json").out()).contains(set.text());
            HoldfastCommand.Outcome again = site.command().run("catalog", "rebuild", "--repository", "main");
            assertThat(again.exit()).as("%s", again).isZero();
        }
    }
}
