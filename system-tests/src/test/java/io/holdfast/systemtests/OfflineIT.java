package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.BrokerProcess;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
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
            }
            restoreOffline(site, database);
            rebuildElsewhere(site, set);
        }
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
        try (PrivatePostgres copy = Databases.restored(database, target)) {
            assertThat(Databases.hashes(copy))
                    .isEqualTo(Databases.hashes(database))
                    .isNotEmpty();
        }
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
