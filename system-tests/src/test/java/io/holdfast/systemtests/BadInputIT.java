package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.cli.platform.FleetPlan;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.BrokerProcess;
import io.holdfast.localservers.FreePort;
import io.holdfast.localservers.OldBroker;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.SmallDisk;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Access;
import io.holdfast.repository.file.FileRepository;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a new user does wrong, at the command line: every answer says what, where, why and what to do, and none hangs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputIT {
    private static final InstanceName OLD = InstanceName.parse("old");
    private static final int USAGE = 2;
    private static final int PERMANENT = 3;
    private static final int TRANSIENT = 4;
    private static final int DENIED = 6;

    private PrivatePostgres database;
    private PrivatePostgres oldDatabase;
    private Site site;
    private Path tiny;
    private @Nullable SmallDisk disk;
    private @Nullable Permanent noDisk;

    /** Four more instances that cannot be backed up, and a repository without space. */
    private final class Wrong implements SiteTuning {
        @Override
        public void configure(FleetFolder fleet) throws Exception {
            String more = instance("wrongpassword", database.port(), "holdfast", secret(fleet, "not-the-password"))
                    + instance("stopped", FreePort.next(), "holdfast", secret(fleet, "whatever-it-is"))
                    + instance("norights", database.port(), "powerless", secret(fleet, "powerless-password"))
                    + instance("old", oldDatabase.port(), "postgres", secret(fleet, oldDatabase.password()))
                    + "    dataDirectory: " + oldDatabase.data() + "\n";
            for (String process : new String[] {"coordinator", "worker"}) {
                Path file = fleet.config(process);
                SiteTuning.replace(
                        file,
                        "repositories:\n",
                        more + "repositories:\n  tiny:\n    type: file\n    path: " + tiny.resolve("repository")
                                + "\n");
            }
            // A database that is away fails its job after five attempts, which shall not take minutes here.
            SiteTuning.append(fleet.config("coordinator"), "leases:\n  retry: 500ms\n");
        }

        private String instance(String name, int port, String user, Path secret) {
            return "  " + name + ":\n    host: 127.0.0.1\n    port: " + port + "\n    user: " + user
                    + "\n    password: file:" + secret + "\n";
        }

        private Path secret(FleetFolder fleet, String password) {
            Path file = fleet.root().resolve("secrets").resolve(password);
            PrivateFiles.replace(file, password.getBytes(StandardCharsets.UTF_8));
            return file;
        }
    }

    @BeforeAll
    void start() throws Exception {
        tiny = ServersForTests.folder("tiny");
        try {
            disk = SmallDisk.mount(tiny, "1m");
        } catch (Permanent e) {
            noDisk = e;
        }
        FileRepository.make(tiny.resolve("repository"));
        database = Databases.filled(18, 10);
        database.execute("CREATE ROLE powerless LOGIN REPLICATION PASSWORD 'powerless-password'");
        oldDatabase = PrivatePostgres.start(Databases.options(14));
        site = new Site(Map.of(InstanceName.parse("main"), database), "4MiB", new Wrong());
    }

    @AfterAll
    void stop() throws Exception {
        site.close();
        database.close();
        oldDatabase.close();
        if (disk != null) {
            disk.close();
        }
    }

    @Test
    void aConfigurationThatIsNotThere() throws Exception {
        refused(PERMANENT, run("sets", "--config", "/nowhere/holdfast.yaml"), "/nowhere/holdfast.yaml");
    }

    @Test
    void aTypingErrorInAConfiguration() throws Exception {
        Path file = site.root().resolve("typo.yaml");
        Files.copy(site.folder().config("coordinator"), file);
        SiteTuning.replace(file, "defaults:", "defualts:");
        refused(
                PERMANENT,
                run("config", "check", "coordinator", file.toString()),
                "defualts",
                "did you mean defaults?");
        refused(
                PERMANENT,
                run("run", "coordinator", "--config", file.toString()),
                "defualts",
                "did you mean defaults?");
    }

    @Test
    void aWrongPassword() throws Exception {
        refused(DENIED, run("backup", "wrongpassword"), "password authentication failed", "wrongpassword");
    }

    @Test
    void aStoppedDatabase() throws Exception {
        refused(TRANSIENT, run("backup", "stopped"), "refused", "stopped");
    }

    @Test
    void aRoleWithoutPrivilegesIsToldTheGrant() throws Exception {
        refused(
                DENIED,
                run("backup", "norights"),
                "engine.role-lacks-privilege",
                "GRANT EXECUTE ON FUNCTION",
                "powerless");
    }

    @Test
    void anInstanceThatNobodyConfigured() throws Exception {
        refused(PERMANENT, run("backup", "mian"), "code: coordinator.unknown-instance", "mian", "main");
    }

    @Test
    void aPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FleetFolder other = otherFleet(taken.getLocalPort());
            refused(
                    PERMANENT,
                    run("run", "gateway", "--config", other.config("gateway").toString()),
                    Integer.toString(taken.getLocalPort()));
        }
    }

    @Test
    void aCertificateOfAnotherAuthority() throws Exception {
        FleetFolder other = otherFleet(FreePort.next());
        Path file = other.root().resolve("foreign.yaml");
        Files.copy(site.folder().config("coordinator"), file);
        SiteTuning.replace(
                file,
                site.folder().root().resolve("tls").toString(),
                other.root().resolve("tls").toString());
        refused(DENIED, run("run", "coordinator", "--config", file.toString()), "keys.gateway-not-trusted");
    }

    @Test
    void kafkaThatIsNotThere() throws Exception {
        String nobody = "127.0.0.1:" + FreePort.next();
        String file = onOther("holdfast", nobody).toString();
        refused(TRANSIENT, run("sets", "--config", file), nobody);
        refused(TRANSIENT, run("backup", "main", "--config", file), nobody);
    }

    @Test
    void aPostgresOfBefore15() throws Exception {
        Set<String> before = files(site.folder().root().resolve("repository"));
        refused(
                PERMANENT,
                run("backup", "old"),
                "engine.version-unsupported",
                "PostgreSQL 14.",
                "Use PostgreSQL 15 to 18");
        for (RepositoryName repository : List.of(Site.FILE, Site.KAFKA)) {
            for (Access access : Access.values()) {
                JobStatus end = site.run(Site.backup(OLD, repository, access));
                assertThat(end.state()).isEqualTo(JobState.FAILED);
                assertThat(end.attempt()).isEqualTo(Attempt.FIRST);
                assertThat(Objects.requireNonNull(end.failure()).code()).isEqualTo("engine.version-unsupported");
            }
        }
        assertThat(oldDatabase.ask("SELECT count(*) FROM pg_replication_slots")).isEqualTo("0");
        assertThat(files(site.folder().root().resolve("repository"))).isEqualTo(before);
        assertThat(run("sets", "--instance", "old", "--json").out().strip()).isEqualTo("[]");
    }

    private static Set<String> files(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            return found.map(Path::toString).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void kafkaWhoseShareGroupsAreOff() throws Exception {
        try (BrokerProcess off = BrokerProcess.start(
                BrokerOptions.in(ServersForTests.folder("off").resolve("data")))) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", off.bootstrapServers()))) {
                FeatureUpdate update = new FeatureUpdate((short) 0, FeatureUpdate.UpgradeType.UNSAFE_DOWNGRADE);
                admin.updateFeatures(Map.of("share.version", update), new UpdateFeaturesOptions())
                        .all()
                        .get();
            }
            refusedByAll(off.bootstrapServers());
        }
    }

    /** K1: a broker that would refuse our largest records is found when a coordinator starts, not when they get stuck. */
    @Test
    void kafkaThatTakesSmallRecordsOnly() throws Exception {
        BrokerOptions narrow = BrokerOptions.in(ServersForTests.folder("narrow").resolve("data"))
                .withProperty("message.max.bytes", "100000");
        try (BrokerProcess small = BrokerProcess.start(narrow)) {
            String config = onOther("coordinator", small.bootstrapServers()).toString();
            refused(
                    PERMANENT,
                    run("run", "coordinator", "--config", config),
                    "messaging.topic-unsafe",
                    "message.max.bytes is 100000, wanted is at least 1048576");
        }
    }

    @Test
    void kafka3() throws Exception {
        Path folder = ServersForTests.folder("kafka3");
        try (OldBroker old = ServersForTests.required(() -> OldBroker.start(folder))) {
            refusedByAll(old.bootstrapServers());
        }
    }

    private void refusedByAll(String brokers) throws Exception {
        String[] words = {"messaging.no-share-groups", brokers, "share.version", "Kafka 4.4 or later"};
        for (String process : List.of("coordinator", "worker", "agent")) {
            refused(
                    PERMANENT,
                    run("run", process, "--config", onOther(process, brokers).toString()),
                    words);
        }
        String client = onOther("holdfast", brokers).toString();
        refused(PERMANENT, run("backup", "main", "--config", client), words);
        refused(PERMANENT, run("sets", "--config", client), words);
    }

    private Path onOther(String process, String brokers) throws IOException {
        Path file = site.root().resolve(process + "-" + brokers.replace(':', '-') + ".yaml");
        Files.copy(site.folder().config(process), file);
        SiteTuning.replace(file, site.broker().bootstrapServers(), brokers);
        return file;
    }

    /** S4: what the command says of it. */
    @Test
    void aRepositoryWithoutSpace() throws Exception {
        SmallDisk small = ServersForTests.required(this::smallDisk);
        assertThat(small.path()).isEqualTo(tiny);
        refused(PERMANENT, run("backup", "main", "--repository", "tiny"), "repository.no-space", "No space left");
    }

    private SmallDisk smallDisk() {
        if (noDisk != null) {
            throw noDisk;
        }
        return Objects.requireNonNull(disk);
    }

    @Test
    void aRestoreToWhereTheAgentMayNot() throws Exception {
        refusedRestore(
                "/srv/not-a-target/data", DENIED, "agent.target-not-allowed", "/srv/not-a-target/data", "targets");
    }

    @Test
    void aDirectoryThatIsNotEmptyIsNotTouched() throws Exception {
        Path target = ServersForTests.folder("full");
        Files.writeString(target.resolve("letters.txt"), "dear");
        refusedRestore(target.toString(), PERMANENT, "not empty", target.toString());
        assertThat(target.toFile().list()).containsExactly("letters.txt");
    }

    private void refusedRestore(String directory, int exit, String... words) throws Exception {
        HoldfastCommand.Outcome backup = run("backup", "main");
        assertThat(backup.exit()).as("%s", backup).isZero();
        refused(exit, run("restore", "main", "--agent", "local", "--directory", directory), words);
    }

    @Test
    void jobsSetsAndAgentsThatNobodyKnows() throws Exception {
        String id = JobId.parse("01JDXZ3V9QW8RT0Y5H2K7M4N6P").text();
        refused(PERMANENT, run("job", id), id);
        refused(USAGE, run("job", "nonsense"), "nonsense", "ULID");
        refused(PERMANENT, run("set", id + "-1"), id + "-1");
        refused(PERMANENT, run("restore", "main", "--agent", "nobody", "--directory", "/srv/x"), "nobody", "local");
        refused(PERMANENT, run("cancel", id), id);
    }

    private FleetFolder otherFleet(int port) {
        Path root = ServersForTests.folder("other").resolve("fleet");
        return FleetFolder.create(FleetPlan.onThisMachine(root, Map.of())
                .at(new FleetPlan.Addresses(site.broker().bootstrapServers(), port)));
    }

    private HoldfastCommand.Outcome run(String... arguments) throws Exception {
        return site.command().run(arguments);
    }

    private static void refused(int exit, HoldfastCommand.Outcome outcome, String... words) {
        String all = outcome.out() + outcome.errors();
        assertThat(outcome.exit()).as("%s", outcome).isEqualTo(exit);
        assertThat(all).as("%s", outcome).contains(words);
        assertThat(all)
                .as("a code and what to do")
                .containsPattern("[a-z]+\\.[a-z-]+")
                .containsIgnoringCase("what to do");
        assertThat(all)
                .doesNotContain("\tat ")
                .doesNotContain("Exception in thread")
                .doesNotContain("defect");
    }
}
