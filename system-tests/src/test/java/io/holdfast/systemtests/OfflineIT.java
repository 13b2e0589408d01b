package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.BrokerProcess;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import java.nio.file.Path;
import java.time.Duration;
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
            Site site = new Site(Map.of(INSTANCE, database), "4MiB");
            SetId set;
            try (site) {
                set = Objects.requireNonNull(
                        site.complete(Site.backup(INSTANCE, Site.FILE, null)).set());
                SetId inKafka = Objects.requireNonNull(
                        site.complete(Site.backup(INSTANCE, Site.KAFKA, null)).set());
                loseTheCatalog(site);
                rebuildFromKafka(site, inKafka, set);
            }
            restoreOffline(site, database);
            rebuildElsewhere(site, set);
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
            assertThat(rebuilt.out()).contains("1 sets are in the catalog");
            assertThat(site.command().run("sets", "--json").out()).contains(set.text());
            HoldfastCommand.Outcome again = site.command().run("catalog", "rebuild", "--repository", "main");
            assertThat(again.exit()).as("%s", again).isZero();
        }
    }
}
