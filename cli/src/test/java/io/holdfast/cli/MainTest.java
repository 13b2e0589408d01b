package io.holdfast.cli;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.show.Screen;
import io.holdfast.runtime.file.PrivateFiles;
import io.holdfast.runtime.process.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a new user meets first: exit codes, and messages that say what to do. */
class MainTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private int run(String... arguments) {
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        return Main.run(new Screen(stream, stream), arguments);
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aMissingConfigurationIsNamedWithWhatToDo() {
        assertThat(run("sets", "--config", folder.resolve("none.yaml").toString()))
                .isEqualTo(ExitCode.PERMANENT.number());
        assertThat(said()).contains("none.yaml").contains("what to do:").contains("code: runtime.config-missing");
    }

    @Test
    void aWrongCommandLineEndsWithTwo() {
        assertThat(run("restore", "main", "--directory", "/x")).isEqualTo(ExitCode.USAGE.number());
        assertThat(said()).contains("--agent");
    }

    /** A plan that is asked for must never become a restore. */
    @Test
    void anOptionOfTheOtherWayToRestoreIsRefusedAndNothingIsRestored() {
        for (List<String> option : List.of(
                List.of("--agent", "db-2", "--dry-run"),
                List.of("--agent", "db-2", "--repository", "main"),
                List.of("--agent", "db-2", "--agent-config", "agent.yaml"),
                List.of("--offline", "--agent", "db-2"),
                List.of("--offline", "--detach"))) {
            List<String> line = new ArrayList<>(List.of("restore", "main", "--directory", "/x"));
            line.addAll(option);
            assertThat(run(line.toArray(String[]::new))).as("%s", option).isEqualTo(ExitCode.USAGE.number());
            assertThat(said()).contains("nothing was restored");
        }
    }

    @Test
    void aWrongIdSaysWhatAnIdLooksLike() {
        assertThat(run("job", "123", "--config", folder.resolve("none.yaml").toString()))
                .isEqualTo(ExitCode.USAGE.number());
        assertThat(said()).contains("ULID").contains("123");
    }

    @Test
    void aNewFleetsConfigurationsAreInOrder() {
        String fleet = folder.resolve("fleet").toString();
        assertThat(run(
                        "init",
                        fleet,
                        "--replication-factor",
                        "1",
                        "--instance",
                        "main=db-1:5433",
                        "--targets",
                        folder.toString()))
                .isEqualTo(ExitCode.OK.number());
        PrivateFiles.replace(
                folder.resolve("fleet/secrets/main.password"), "a-password".getBytes(StandardCharsets.UTF_8));
        for (String process : new String[] {"gateway", "coordinator", "worker", "agent"}) {
            assertThat(run("config", "check", process, fleet + "/" + process + ".yaml"))
                    .as("%s: %s", process, said())
                    .isEqualTo(ExitCode.OK.number());
        }
        assertThat(run("config", "check", "client", fleet + "/holdfast.yaml")).isEqualTo(ExitCode.OK.number());
    }

    @Test
    void secretsInVaultAreListedAsNotReadOrRefusedWhereNoVaultIsDescribed() throws Exception {
        Path fleet = folder.resolve("fleet");
        assertThat(run("init", fleet.toString(), "--instance", "main=db-1:5433", "--targets", folder.toString()))
                .isEqualTo(ExitCode.OK.number());
        Path token = secret("token", "a-token");
        for (String whose : new String[] {"coordinator", "worker", "agent", "client"}) {
            Path file = fleet.resolve(whose.equals("client") ? "holdfast.yaml" : whose + ".yaml");
            String text = Files.readString(file)
                    .replace("file:" + fleet.resolve("secrets/main.password"), "\"vault:kv/fleet/main#password\"")
                    .replace(
                            "kafka:\n  bootstrapServers",
                            "kafka:\n  secretProperties: {a: \"vault:kv/fleet/kafka#jaas\"}\n  bootstrapServers");
            Files.writeString(file, text);
            said.reset();
            assertThat(run("config", "check", whose, file.toString())).isEqualTo(ExitCode.PERMANENT.number());
            assertThat(said())
                    .contains("kafka.secretProperties.a: vault:kv/fleet/kafka#jaas needs a Vault")
                    .contains("Add it at the top level: vaults:");

            Files.writeString(
                    file,
                    text + "vaults: {main: {address: \"https://no-such-host:8200\", login: {type: token, token: \"file:"
                            + token + "\"}}}\n");
            assertThat(run("config", "check", whose, file.toString()))
                    .as("%s: %s", whose, said())
                    .isEqualTo(ExitCode.OK.number());
            assertThat(said())
                    .contains("is in order, but for secrets in Vault: not read.")
                    .contains("  not read: vault:kv/fleet/kafka#jaas");
        }
    }

    @Test
    void theCommandReadsItsSecretsFromVaultAndSaysWhyItCannot() throws Exception {
        Path file = folder.resolve("holdfast.yaml");
        Files.writeString(
                file,
                "kafka: {bootstrapServers: \"127.0.0.1:1\", secretProperties: {a: \"vault:kv/fleet/kafka#jaas\"}}\n"
                        + "vaults: {main: {address: \"https://127.0.0.1:1\", login: {type: token, token: \"file:"
                        + secret("token", "a-token") + "\"}}}\n");
        assertThat(run("sets", "--config", file.toString())).isEqualTo(ExitCode.TRANSIENT.number());
        assertThat(said())
                .contains("runtime.vault-unreachable")
                .contains("Vault main at https://127.0.0.1:1, secret vault:kv/fleet/kafka#jaas: nothing listens there")
                .doesNotContain("a-token");
    }

    @Test
    void aNewAgentRestoresBelowTheTargetsThatWereGivenAndElseBelowTheUsualOne() throws Exception {
        Path told = folder.resolve("told");
        assertThat(run("init", told.toString(), "--targets", "/data/pg,/fast/pg"))
                .isEqualTo(ExitCode.OK.number());
        assertThat(Files.readString(told.resolve("agent.yaml"))).contains("targets: [/data/pg, /fast/pg]\n");
        Path usual = folder.resolve("usual");
        assertThat(run("init", usual.toString())).isEqualTo(ExitCode.OK.number());
        assertThat(Files.readString(usual.resolve("agent.yaml"))).contains("targets: [/srv/postgresql]\n");
    }

    @Test
    void everythingThatAConfigurationRefersToIsLookedAtAndAllTroubleIsListedAtOnce() throws Exception {
        Path fleet = folder.resolve("fleet");
        assertThat(run(
                        "init",
                        fleet.toString(),
                        "--instance",
                        "main=db-1",
                        "--repository",
                        "/no/such/mount/repository"))
                .isEqualTo(ExitCode.OK.number());
        Files.delete(fleet.resolve("tls/worker.pem"));
        Files.setPosixFilePermissions(fleet.resolve("tls/worker.key"), PosixFilePermissions.fromString("rw-r--r--"));
        Path file = fleet.resolve("worker.yaml");
        assertThat(run("config", "check", "worker", file.toString())).isEqualTo(ExitCode.PERMANENT.number());
        assertThat(said())
                .contains("runtime.config-unreachable")
                .contains("gateway.tls.certificate: there is no file " + fleet.resolve("tls/worker.pem"))
                .contains("gateway.tls.key: the secret file " + fleet.resolve("tls/worker.key"))
                .contains("chmod 600 ")
                .contains("instances.main.password: there is no secret file " + fleet.resolve("secrets/main.password"))
                .contains("repositories.main.path: there is no folder /no/such/mount/repository");
    }

    @Test
    void certificatesOfOthersAndTargetsThatAreMissingAreFoundBeforeAProcessStarts() throws Exception {
        Path fleet = folder.resolve("fleet");
        Path other = folder.resolve("other");
        assertThat(run("init", fleet.toString(), "--targets", "/no/such/target"))
                .isEqualTo(ExitCode.OK.number());
        assertThat(run("init", other.toString())).isEqualTo(ExitCode.OK.number());
        assertThat(run("config", "check", "agent", fleet + "/agent.yaml")).isEqualTo(ExitCode.PERMANENT.number());
        assertThat(said())
                .contains("targets: there is no folder /no/such/target")
                .doesNotContain("gateway.tls");
        Files.copy(fleet.resolve("tls/gateway.key"), fleet.resolve("tls/worker.key"), REPLACE_EXISTING);
        assertThat(run("config", "check", "worker", fleet + "/worker.yaml")).isEqualTo(ExitCode.PERMANENT.number());
        assertThat(said()).contains("gateway.tls: ", "tls/worker.key", "it is not the key of the certificate");
        Files.copy(other.resolve("tls/ca.pem"), fleet.resolve("tls/ca.pem"), REPLACE_EXISTING);
        assertThat(run("config", "check", "gateway", fleet + "/gateway.yaml")).isEqualTo(ExitCode.PERMANENT.number());
        assertThat(said()).contains("tls: ", "tls/gateway.pem", "no CA of " + fleet.resolve("tls/ca.pem"));
    }

    @Test
    void aStoreIsUnlockedByAPassphraseThatStandsInNoFileOfTheFleet() throws Exception {
        Path fleet = folder.resolve("fleet");
        Path words = secret("words", "correct horse battery");
        assertThat(run("init", fleet.toString(), "--passphrase", "file:" + words))
                .as(said())
                .isEqualTo(ExitCode.OK.number());
        assertThat(Files.readString(fleet.resolve("gateway.yaml")))
                .contains("  passphrase: file:" + words + "\n")
                .doesNotContain("keyFile");
        assertThat(Files.readString(fleet.resolve("agent.yaml"))).contains("  passphrase: file:" + words + "\n");
        assertThat(fleet.resolve("keys/store.key")).doesNotExist();
        assertThat(run("config", "check", "gateway", fleet + "/gateway.yaml")).isEqualTo(ExitCode.OK.number());

        String store = fleet.resolve("keys/holdfast.store").toString();
        assertThat(run("keys", "list", "--store", store, "--passphrase", "file:" + words))
                .isEqualTo(ExitCode.OK.number());
        assertThat(said()).contains("signs: ed25519:");
        Path wrong = secret("wrong", "correct horse butter");
        assertThat(run("keys", "list", "--store", store, "--passphrase", "file:" + wrong))
                .isEqualTo(ExitCode.DENIED.number());
    }

    @Test
    void aPassphraseThatIsTooShortOrWrittenOutMakesNoFleet() throws Exception {
        Path fleet = folder.resolve("fleet");
        assertThat(run("init", fleet.toString(), "--passphrase", "file:" + secret("short", "hunter2")))
                .isEqualTo(ExitCode.PERMANENT.number());
        assertThat(said()).contains("shorter than 12");
        assertThat(run("init", fleet.toString(), "--passphrase", "correct horse battery"))
                .isEqualTo(ExitCode.USAGE.number());
        assertThat(said()).contains("by reference only").doesNotContain("horse");
        assertThat(fleet).doesNotExist();
    }

    private Path secret(String name, String words) {
        Path file = folder.resolve(name);
        PrivateFiles.replace(file, words.getBytes(StandardCharsets.UTF_8));
        return file;
    }

    @Test
    void aSecondFleetInTheSameFolderIsRefused() {
        String fleet = folder.resolve("fleet").toString();
        assertThat(run("init", fleet)).isEqualTo(ExitCode.OK.number());
        assertThat(run("init", fleet)).isEqualTo(ExitCode.PERMANENT.number());
        assertThat(said()).contains("cli.folder-in-use");
    }

    @Test
    void aTypoInAConfigurationNamesTheNearestSetting() throws Exception {
        Path fleet = folder.resolve("fleet");
        assertThat(run("init", fleet.toString())).isEqualTo(ExitCode.OK.number());
        Path file = fleet.resolve("worker.yaml");
        Files.writeString(file, Files.readString(file).replace("topicPrefix", "topicPrefx"));
        assertThat(run("config", "check", "worker", file.toString())).isEqualTo(ExitCode.PERMANENT.number());
        assertThat(said()).contains("topicPrefx").contains("did you mean topicPrefix");
    }

    @Test
    void certificatesOfAStoreAreMadeExportedImportedAndListed() throws Exception {
        Path fleet = folder.resolve("fleet");
        assertThat(run("init", fleet.toString())).isEqualTo(ExitCode.OK.number());
        String store = fleet.resolve("keys/holdfast.store").toString();
        String key = "file:" + fleet.resolve("keys/store.key");
        Path words = secret("words", "correct horse battery");
        String pfx = folder.resolve("escrow.pfx").toString();
        assertThat(run("keys", "certificate", "create", "escrow", "--store", store, "--key-file", key))
                .isEqualTo(ExitCode.OK.number());
        said.reset();
        String[] export = {
            "keys",
            "certificate",
            "export",
            "escrow",
            "--pfx",
            pfx,
            "--secret",
            "file:" + words,
            "--store",
            store,
            "--key-file",
            key
        };
        assertThat(run("keys", "list", "--store", store, "--key-file", key)).isEqualTo(ExitCode.OK.number());
        assertThat(said()).contains("escrow", "sha256:", "NEVER", "holdfast keys certificate export escrow");
        assertThat(run(export)).as(said()).isEqualTo(ExitCode.OK.number());
        assertThat(run(export)).as("a file that is there stays").isEqualTo(ExitCode.USAGE.number());
        assertThat(run(
                        "keys",
                        "certificate",
                        "import",
                        "site-a",
                        "--pfx",
                        pfx,
                        "--secret",
                        "file:" + words,
                        "--store",
                        store,
                        "--key-file",
                        key))
                .as(said())
                .isEqualTo(ExitCode.OK.number());
        said.reset();
        assertThat(run("keys", "certificate", "list", "--json", "--store", store, "--key-file", key))
                .isEqualTo(ExitCode.OK.number());
        assertThat(said()).startsWith("[{\"name\":\"escrow\"").contains("\"name\":\"site-a\"", "\"exported\":\"20");
    }

    @Test
    void encryptorsOfAStoreAreListedAddedAndRotated() {
        Path fleet = folder.resolve("fleet");
        assertThat(run("init", fleet.toString())).isEqualTo(ExitCode.OK.number());
        String store = fleet.resolve("keys/holdfast.store").toString();
        String key = "file:" + fleet.resolve("keys/store.key");
        assertThat(run("keys", "add", "escrow", "--store", store, "--key-file", key))
                .isEqualTo(ExitCode.OK.number());
        assertThat(run("keys", "rotate", "escrow", "--store", store, "--key-file", key))
                .isEqualTo(ExitCode.OK.number());
        assertThat(run("keys", "list", "--store", store, "--key-file", key)).isEqualTo(ExitCode.OK.number());
        assertThat(said()).contains("escrow").contains("[1, 2]").contains("signs: ed25519:");
        said.reset();
        assertThat(run("keys", "list", "--json", "--store", store, "--key-file", key))
                .isEqualTo(ExitCode.OK.number());
        assertThat(said())
                .startsWith(
                        "{\"encryptors\":[{\"name\":\"escrow\",\"versions\":[1,2]},{\"name\":\"store\",\"versions\":[1]}],")
                .contains("\"signs\":[\"ed25519:");
    }
}
