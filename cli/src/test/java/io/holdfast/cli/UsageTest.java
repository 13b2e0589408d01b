package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.show.Screen;
import io.holdfast.runtime.process.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with a command line ends with the same code, in the same form, before anything is asked or made. */
class UsageTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private int run(List<String> arguments) {
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        return Main.run(new Screen(stream, stream), arguments.toArray(String[]::new));
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "backup main --id 123",
                "backup main --suite AES",
                "backup main --compression zstd:99",
                "backup main --compression lz4:3",
                "backup main --compression zstd:fast",
                "backup main --compression gzip",
                "backup main --repository a/b",
                "backup main --encryptor a/b",
                "backup main --access disk",
                "backup MAIN",
                "backup",
                "verify main --set 123",
                "restore main --agent db-2 --directory data",
                "restore main --agent db/2 --directory /data",
                "restore main --offline --directory /data",
                "restore main --directory /data",
                "job 123",
                "cancel 123",
                "set 123",
                "sets --instance MAIN",
                "jobs --instance MAIN",
                "audit",
                "audit verify",
                "audit verify audit.jsonl --head 12",
                "jobs --limit 0",
                "jobs --limit many",
                "jobs --lmit 3",
                "jobs main",
                "cleanup --repository a/b",
                "catalog rebuild",
                "catalog",
                "keys rotate",
                "keys list --store x",
                "keys list --store x --key-file file:k --passphrase file:p",
                "keys list --store x --key-file k",
                "keys add A/B --store x --key-file file:k",
                "keys certificate",
                "forecast result start",
                "forecast result start finish --cipher DES",
                "forecast result start finish --layer disk",
                "forecast result start finish --log both",
                "keys certificate create a --key dsa --store x --key-file file:k",
                "keys certificate create a --days 0 --store x --key-file file:k",
                "keys certificate export a --store x --key-file file:k",
                "keys certificate export a --pfx f --store x --key-file file:k",
                "keys certificate import a --certificate c --secret file:p --store x --key-file file:k",
                "demo --size 0",
                "dev --size -1",
                "bench peers --rounds 0",
                "bench peers --size 0",
                "bench peers --compression gzip",
                "run gatway --config x",
                "config check",
                "bakup main",
                ""
            })
    void aWrongCommandLineEndsWithTwoAndSaysWhereHelpIs(String line) {
        List<String> words = line.isEmpty() ? List.of() : List.of(line.split(" "));
        assertThat(run(words)).as(said()).isEqualTo(ExitCode.USAGE.number());
        assertThat(said()).contains("holdfast: ", "what to do: ", "--help", "code: cli.usage");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--gateway-port 0",
                "--gateway-port 65536",
                "--gateway-port x",
                "--replication-factor 0",
                "--replication-factor 33",
                "--topic-prefix a/b",
                "--host a/b",
                "--host gate_way",
                "--host 999.1.1.1",
                "--bootstrap-servers kafka",
                "--bootstrap-servers kafka:0",
                "--bootstrap-servers kafka:9092,ka/fka:9092",
                "--bootstrap-servers localhost:8443",
                "--host gateway.example --gateway-port 9464",
                "--host gateway.example --gateway-port 9467",
                "--host gateway.example --gateway-port 5432 --instance main=gateway.example",
                "--instance main",
                "--instance main=",
                "--instance main=db:0",
                "--instance main=db:65536",
                "--instance main=d/b",
                "--instance MAIN=db",
                "--instance main=db-1 --instance main=db-2",
                "--instance main=localhost:9092",
                "--targets /",
                "--targets /a]b",
                "--passphrase hunter2"
            })
    void initRefusesWhatAProcessWouldRefuseLaterAndMakesNothing(String options) {
        Path fleet = folder.resolve("fleet");
        List<String> line = List.of(("init " + fleet + " " + options).split(" "));
        assertThat(run(line)).as(said()).isEqualTo(ExitCode.USAGE.number());
        assertThat(said()).contains("what to do: ", "code: cli.usage").doesNotContain("hunter2");
        assertThat(fleet).doesNotExist();
    }

    @Test
    void whatStoodInTheFolderBeforeAFleetThatCouldNotBeMadeIsLeft() throws Exception {
        Path fleet = Files.createDirectories(folder.resolve("fleet"));
        Files.writeString(fleet.resolve("notes.txt"), "mine");
        Files.createDirectories(fleet.resolve("state"));
        assertThat(run(List.of("init", fleet.toString(), "--targets", "/a]b"))).isEqualTo(ExitCode.USAGE.number());
        try (var left = Files.list(fleet)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("notes.txt", "state");
        }
        assertThat(run(List.of("init", fleet.toString()))).as(said()).isEqualTo(ExitCode.OK.number());
    }

    @Test
    void anAddressOfSixIsBracketedWhereItMustBe() throws Exception {
        Path fleet = folder.resolve("fleet");
        assertThat(run(List.of(
                        "init", fleet.toString(), "--host", "2001:db8::7", "--instance", "main=[2001:db8::8]:5433")))
                .as(said())
                .isEqualTo(ExitCode.OK.number());
        assertThat(Files.readString(fleet.resolve("worker.yaml")))
                .contains("url: https://[2001:db8::7]:8443", "host: 2001:db8::8", "port: 5433");
    }

    @Test
    void aWordThatIsNearlyACommandIsNamed() {
        assertThat(run(List.of("bakup", "main"))).isEqualTo(ExitCode.USAGE.number());
        assertThat(said()).contains("Did you mean backup");
    }
}
