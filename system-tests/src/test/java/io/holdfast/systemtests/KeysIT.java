package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.localservers.OpenBaoOptions;
import io.holdfast.localservers.OpenBaoServer;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.TestCertificate;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.runtime.file.PrivateFiles;
import io.holdfast.runtime.process.ExitCode;
import io.holdfast.runtime.tls.FleetCertificates;
import io.holdfast.runtime.tls.Role;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * C1, C5: two keepers of keys, either of which opens a set; and neither plaintext nor keys where they must not be. The database's
 * password lies in OpenBao only, where coordinator and workers read it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeysIT {
    private static final InstanceName INSTANCE = InstanceName.parse("main");
    private static final String MARKER = "A-MARKER-THAT-STANDS-NOWHERE-ELSE-7741";
    /** Of docs/keys.md. */
    private static final String POLICY = """
            path "transit/encrypt/holdfast" {
              capabilities = ["update"]
              required_parameters = ["context"]
            }
            path "transit/decrypt/holdfast" {
              capabilities = ["update"]
              required_parameters = ["context"]
            }
            """;

    private static final String SECRETS_POLICY = """
            path "kv/data/holdfast/*" {
              capabilities = ["read"]
            }
            """;

    private PrivatePostgres database;
    private TestCertificate certificate;
    private OpenBaoServer bao;
    private Site site;

    /** OpenBao's transit beside the sealed store, and every process's log at its most talkative. */
    private final class TwoEncryptors implements SiteTuning {
        @Override
        public void configure(FleetFolder fleet) throws Exception {
            Path gateway = fleet.config("gateway");
            SiteTuning.replace(
                    gateway, "encryptors:\n", "encryptors:\n  vault: {type: transit, vault: main, key: holdfast}\n");
            SiteTuning.append(gateway, vaults(fleet, "holdfast"));
            Path password = fleet.root().resolveSibling("role.password");
            for (String process : List.of("coordinator", "worker")) {
                Path config = fleet.config(process);
                SiteTuning.replace(config, "file:" + password, "\"vault:kv/holdfast/main#password\"");
                SiteTuning.append(config, vaults(fleet, "secrets"));
            }
            Files.delete(password);
            SiteTuning.replace(fleet.config("coordinator"), "[store]", "[store, vault]");
            for (String process : List.of("gateway", "coordinator", "worker", "agent")) {
                SiteTuning.append(
                        fleet.config(process),
                        "log:\n  level: trace\n  loggers: {org.apache.kafka: info, org.rocksdb: info}\n");
            }
        }
    }

    /** The section for a process whose token has this policy. */
    private String vaults(FleetFolder fleet, String policy) {
        Path token = fleet.root().resolve("secrets/bao-token-" + policy);
        PrivateFiles.replace(token, bao.token("1h", policy).getBytes(StandardCharsets.UTF_8));
        return """
                vaults:
                  main:
                    address: %s
                    ca: %s
                    login: {type: token, token: "file:%s"}
                """.formatted(bao.address(), certificate.certificate(), token);
    }

    private void policy(String name, String text) {
        bao.request(
                "POST",
                "sys/policies/acl/" + name,
                "{\"policy\": \"" + text.replace("\"", "\\\"").replace("\n", "\\n") + "\"}");
    }

    private void passwordInVault(String password) {
        bao.request("POST", "kv/data/holdfast/main", "{\"data\": {\"password\": \"" + password + "\"}}");
    }

    @BeforeAll
    void start() throws Exception {
        Path folder = ServersForTests.folder("bao");
        certificate = TestCertificate.create(folder.resolve("tls"));
        ServersForTests.openBao();
        bao = OpenBaoServer.start(OpenBaoOptions.in(folder.resolve("server")).withTls(certificate));
        bao.request("POST", "transit/keys/holdfast", "{\"type\": \"aes256-gcm96\", \"derived\": true}");
        bao.request("POST", "sys/mounts/kv", "{\"type\": \"kv\", \"options\": {\"version\": \"2\"}}");
        policy("holdfast", POLICY);
        policy("secrets", SECRETS_POLICY);
        passwordInVault(Site.ROLE_PASSWORD);
        database = Databases.filled(18, 5);
        database.execute(
                "CREATE TABLE secrets AS SELECT i, '" + MARKER + "' FROM generate_series(1, 2000) i", "CHECKPOINT");
        site = new Site(Map.of(INSTANCE, database), "4MiB", new TwoEncryptors());
    }

    @AfterAll
    void stop() throws Exception {
        site.close();
        bao.close();
        database.close();
    }

    /** C1, C5: whole jobs with all logs at trace: known plaintext and keys are nowhere. */
    @Test
    @Order(1)
    void neitherPlaintextNorKeysAreInTopicsRepositoriesOrLogs() throws Exception {
        SetId first = backUp(Site.FILE);
        SetId second = backUp(Site.KAFKA);
        site.complete(restore(second, ServersForTests.folder("restored")));
        TraceSearch search = new TraceSearch(site.root());
        assertThat(search.filesWith(MARKER.getBytes(StandardCharsets.UTF_8))).isEmpty();
        for (SetId set : List.of(first, second)) {
            try (SecretBytes key = unwrap(Role.AGENT, site.entry(set))) {
                byte[] raw = Objects.requireNonNull(key.use(byte[]::clone));
                String hex = HexFormat.of().formatHex(raw);
                String base64 = Base64.getEncoder().withoutPadding().encodeToString(raw);
                assertThat(search.filesWith(raw)).isEmpty();
                assertThat(search.filesWith(hex.getBytes(StandardCharsets.UTF_8)))
                        .isEmpty();
                assertThat(search.filesWith(base64.getBytes(StandardCharsets.UTF_8)))
                        .isEmpty();
            }
        }
    }

    /** C5: once their jobs are over, no process has a data key left in its memory. */
    @Test
    @Order(2)
    void noProcessKeepsADataKeyInItsMemoryOnceTheJobIsOver() throws Exception {
        SetId set = backUp(Site.FILE);
        site.complete(new JobRequest.Verify(1, JobIds.next(), INSTANCE, set, VerifyDepth.CHUNKS));
        site.complete(restore(set, ServersForTests.folder("restored")));
        byte[] raw;
        try (SecretBytes key = unwrap(Role.AGENT, site.entry(set))) {
            raw = Objects.requireNonNull(key.use(byte[]::clone));
        }
        List<byte[]> forms = List.of(
                raw,
                HexFormat.of().formatHex(raw).getBytes(StandardCharsets.UTF_8),
                Base64.getEncoder().withoutPadding().encodeToString(raw).getBytes(StandardCharsets.UTF_8));
        for (String name : List.of("worker-1", "worker-2", "coordinator", "agent")) {
            Path dumps = ServersForTests.folder("dumps-" + name);
            Path dump = dumps.resolve("heap.hprof");
            site.process(name).dumpHeap(dump);
            for (byte[] form : forms) {
                assertThat(new TraceSearch(dumps).filesWith(form)).as(name).isEmpty();
            }
            // The search works: what the process is called stands in its heap.
            assertThat(new TraceSearch(dumps).filesWith("io/holdfast/".getBytes(StandardCharsets.UTF_8)))
                    .isNotEmpty();
            Files.delete(dump);
        }
    }

    @Test
    @Order(2)
    void aWorkersCertificateUnwrapsNothingForARestore() throws Exception {
        CatalogEntry entry = site.entry(backUp(Site.FILE));
        assertThatThrownBy(() -> unwrap(Role.WORKER, entry)).isInstanceOf(Denied.class);
        assertThatThrownBy(() -> unwrap(Role.COORDINATOR, entry)).isInstanceOf(Denied.class);
    }

    @Test
    @Order(3)
    void aJobThatNamesOneEncryptorMakesASetWithTheKeyOfThisOneOnly() {
        EncryptorName vault = EncryptorName.parse("vault");
        SetId set = Objects.requireNonNull(
                site.complete(backup(Site.FILE, List.of(vault), null)).set());
        CatalogEntry entry = site.entry(set);
        assertThat(entry.body().options().encryptors()).containsExactly(vault);
        assertThat(entry.keys().keys()).singleElement().satisfies(key -> {
            assertThat(key.encryptor()).isEqualTo(vault);
            assertThat(key.kind()).isEqualTo("transit");
        });
        site.complete(restore(set, ServersForTests.folder("restored")));
    }

    /** C5: passwords are in no log and no topic. */
    @Test
    @Order(4)
    void theDatabasesPasswordIsReadFromVaultForEveryConnection() throws Exception {
        String changed = "a-password-that-was-changed-9038";
        database.execute("ALTER ROLE holdfast PASSWORD '" + changed + "'");
        JobStatus refused = site.run(backup(Site.FILE, null, null));
        assertThat(refused.state()).isEqualTo(JobState.FAILED);
        assertThat(Objects.requireNonNull(refused.failure()).code()).isEqualTo("engine.wrong-password");
        passwordInVault(changed);
        backUp(Site.FILE);
        TraceSearch search = new TraceSearch(site.root());
        for (String password : List.of(Site.ROLE_PASSWORD, changed)) {
            assertThat(search.filesWith(password.getBytes(StandardCharsets.UTF_8)))
                    .isEmpty();
        }
    }

    @Test
    @Order(4)
    void aDisabledEncryptorIsOutOfUseUntilItIsEnabled() throws Exception {
        SetId before = backUp(Site.FILE);
        assertThat(check(before).exit()).isZero();
        asKeyAdministrator("disable", "store");
        HoldfastCommand.Outcome checked = check(before);
        assertThat(checked.exit()).as("%s", checked).isEqualTo(ExitCode.DENIED.number());
        assertThat(checked.out())
                .contains("DOES NOT OPEN: encryptor store was disabled")
                .containsPattern("vault .*opens");

        JobStatus refused = site.run(backup(Site.FILE, null, null));
        assertThat(refused.state()).isEqualTo(JobState.FAILED);
        assertThat(Objects.requireNonNull(refused.failure()).code()).isEqualTo("keys.encryptor-disabled");
        site.complete(restore(before, ServersForTests.folder("restored")));

        asKeyAdministrator("enable", "store");
        backUp(Site.FILE);
    }

    private HoldfastCommand.Outcome check(SetId set) throws Exception {
        return site.command().run("keys", "check", set.text());
    }

    private void asKeyAdministrator(String verb, String encryptor) throws Exception {
        Path tls = site.folder().root().resolve("tls");
        HoldfastCommand.Outcome outcome = site.command()
                .run(
                        "keys",
                        verb,
                        encryptor,
                        "--tls-certificate",
                        tls.resolve("key-admin.pem").toString(),
                        "--tls-key",
                        tls.resolve("key-admin.key").toString());
        assertThat(outcome.exit()).as("%s", outcome).isZero();
    }

    /** C2: sets of a key's old version open when that version is destroyed, as they were rewrapped while backups went on. */
    @Test
    @Order(4)
    void whenAKeysOldVersionIsDestroyedOldSetsOpenByTheNewOneAndTheirDataIsTheSame() throws Exception {
        List<EncryptorName> vault = List.of(EncryptorName.parse("vault"));
        SetId inFiles = Objects.requireNonNull(
                site.complete(backup(Site.FILE, vault, null)).set());
        SetId inTopics = Objects.requireNonNull(
                site.complete(backup(Site.KAFKA, vault, null)).set());
        Map<Path, String> data = SetFiles.hashes(site.root(), inFiles);

        bao.request("POST", "transit/keys/holdfast/rotate", "{}");
        JobRequest beside = backup(Site.FILE, vault, null);
        JobStatus rewrapped;
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<JobStatus> made = other.submit(() -> site.complete(beside));
            rewrapped = site.complete(new JobRequest.Rewrap(1, JobIds.next(), INSTANCE, null, vault, null));
            assertThat(made.get().state()).isEqualTo(JobState.COMPLETE);
        }
        assertThat(rewrapped.note()).contains(" rewrapped");
        for (SetId set : List.of(inFiles, inTopics)) {
            assertThat(site.entry(set).keys().keys()).singleElement().satisfies(key -> {
                assertThat(key.encryptor().text()).isEqualTo("vault");
                assertThat(key.keyVersion()).isEqualTo("2");
            });
        }
        bao.request(
                "POST",
                "transit/keys/holdfast/config",
                "{\"min_decryption_version\": 2, \"min_encryption_version\": 2}");
        bao.request("POST", "transit/keys/holdfast/trim", "{\"min_available_version\": 2}");

        restoreAndCompare(inFiles);
        site.complete(new JobRequest.Verify(1, JobIds.next(), INSTANCE, inTopics, VerifyDepth.CHUNKS));
        assertThat(SetFiles.hashes(site.root(), inFiles)).isEqualTo(data);
    }

    /** C3: each encryptor alone is enough. */
    @Test
    @Order(5)
    void aSetIsRestoredWithTheStoreAloneAndWithTheVaultAlone() throws Exception {
        SetId set = backUp(Site.FILE);
        assertThat(site.entry(set).keys().keys()).hasSize(2);
        bao.seal();
        try {
            restoreAndCompare(set);
        } finally {
            bao.unseal();
        }
        FleetProcess gateway = site.process("gateway");
        SiteTuning.replace(site.folder().config("gateway"), "  store:\n    type: store\n", "");
        gateway.close();
        gateway.startAgain();
        restoreAndCompare(set);
    }

    /** C1: the search itself would find it. */
    @Test
    @Order(6)
    void theSearchFindsWhatIsNotEncrypted() throws Exception {
        site.complete(backup(Site.FILE, null, Suite.NONE));
        assertThat(new TraceSearch(site.root()).filesWith(MARKER.getBytes(StandardCharsets.UTF_8)))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(file.toString()).contains("/repository/"));
    }

    private void restoreAndCompare(SetId set) throws Exception {
        Path target = ServersForTests.folder("restored");
        site.complete(restore(set, target));
        try (PrivatePostgres restored = Databases.restored(database, target)) {
            assertThat(Databases.hashes(restored))
                    .isEqualTo(Databases.hashes(database))
                    .containsKey("secrets");
        }
    }

    private SetId backUp(RepositoryName repository) {
        return Objects.requireNonNull(
                site.complete(backup(repository, null, null)).set());
    }

    /** Without compression, so that plaintext would be seen. */
    private static JobRequest backup(
            RepositoryName repository, @Nullable List<EncryptorName> encryptors, @Nullable Suite suite) {
        return new JobRequest.Backup(
                1,
                JobIds.next(),
                INSTANCE,
                repository,
                encryptors,
                suite,
                new Compression(Codec.NONE, 0),
                null,
                null,
                null,
                null);
    }

    private static JobRequest restore(SetId set, Path target) {
        return new JobRequest.Restore(
                1,
                JobIds.next(),
                INSTANCE,
                set,
                Site.AGENT,
                target.resolve("data").toString(),
                null,
                null,
                AfterRestore.LEAVE);
    }

    /** What the gateway answers to somebody with the certificate of this role. */
    private SecretBytes unwrap(Role role, CatalogEntry entry) {
        GatewaySettings settings = new GatewaySettings(
                URI.create("https://localhost:" + site.gatewayPort()),
                FleetCertificates.at(site.folder().root().resolve("tls")).tls(role),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30));
        List<WrappedKey> wrapped = entry.keys().keys();
        Bytes commitment = Objects.requireNonNull(entry.body().dekCommitment());
        try (GatewayClient client = GatewayClient.of(settings, InstantSource.system())) {
            return client.unwrap(entry.body().context(), wrapped, commitment);
        }
    }
}
