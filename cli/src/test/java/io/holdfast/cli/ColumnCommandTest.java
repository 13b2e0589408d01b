package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.show.Screen;
import io.holdfast.localservers.MariaDbOptions;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivateMariaDb;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A column's whole life by commands, on both databases. */
final class ColumnCommandTest {
    @TempDir
    Path folder = Path.of("unset");

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private Path secret(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    private Path keystore() throws IOException, InterruptedException {
        Path file = folder.resolve("cmk.p12");
        for (String alias : List.of("first", "second")) {
            int exit = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            alias,
                            "-keyalg",
                            "RSA",
                            "-keysize",
                            "2048",
                            "-dname",
                            "CN=" + alias,
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            file.toString(),
                            "-storepass",
                            "secret of a test")
                    .inheritIO()
                    .start()
                    .waitFor();
            assertThat(exit).isZero();
        }
        return file;
    }

    /** What the command said; {@code exit} is what it must end with. */
    private String run(int exit, List<String> reach, String... arguments) {
        said.reset();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        List<String> line = new ArrayList<>(List.of("column"));
        line.addAll(List.of(arguments));
        line.addAll(reach);
        int code = Main.run(new Screen(out, out), line.toArray(String[]::new));
        String text = said.toString(StandardCharsets.UTF_8);
        assertThat(code).as(text).isEqualTo(exit);
        return text;
    }

    @Test
    void aColumnOfPostgresqlIsEncryptedRotatedVerifiedAndDecrypted() throws IOException, InterruptedException {
        try (PrivatePostgres server = PrivatePostgres.start(
                PostgresOptions.in(ServersForTests.folder("column").resolve("a"), ServersForTests.postgres(18)))) {
            server.execute(
                    "CREATE TABLE employees (id int PRIMARY KEY, lastname varchar(32))",
                    "INSERT INTO employees SELECT i, 'name' || i % 10 FROM generate_series(1, 1000) i");
            List<String> login = List.of(
                    "--url",
                    server.jdbcUrl(),
                    "--user",
                    server.superuser(),
                    "--password",
                    "file:" + secret("password", server.password()));
            life(login, "public.employees.lastname", sql -> String.valueOf(server.ask(sql)));
            server.execute("UPDATE holdfast.encrypted_column SET base_type = 'nvarchar(33)'");
            assertThat(run(5, withKeys(login), "verify"))
                    .contains("public.employees.lastname", "cek2", "column.key-table-changed");
        }
    }

    @Test
    void aColumnOfMariaDbIsEncryptedRotatedVerifiedAndDecrypted() throws IOException, InterruptedException {
        try (PrivateMariaDb server = ServersForTests.mariaDb(
                MariaDbOptions.in(ServersForTests.folder("column").resolve("m")))) {
            server.execute(
                    "CREATE TABLE employees (id int PRIMARY KEY, lastname varchar(32))",
                    "INSERT INTO employees SELECT seq, concat('name', seq % 10) FROM seq_1_to_1000");
            List<String> login = List.of(
                    "--url",
                    server.jdbcUrl(),
                    "--user",
                    PrivateMariaDb.SUPERUSER,
                    "--password",
                    "file:" + secret("password", server.password()));
            life(login, "holdfast.employees.lastname", server::ask);
        }
    }

    private List<String> withKeys(List<String> login) {
        List<String> all = new ArrayList<>(login);
        all.addAll(List.of(
                "--keystore",
                folder.resolve("cmk.p12").toString(),
                "--keystore-password",
                "file:" + folder.resolve("cmk.password")));
        return all;
    }

    private void life(List<String> login, String column, Function<String, String> ask)
            throws IOException, InterruptedException {
        keystore();
        secret("cmk.password", "secret of a test");
        List<String> keys = withKeys(login);
        assertThat(run(3, login, "status")).contains("column.key-tables-missing");
        run(0, keys, "init", "--alias", "first", "--master-key", "cmk1");
        run(0, keys, "init", "--alias", "second", "--master-key", "cmk2");
        run(0, keys, "key", "create", "cek1", "--master-key", "cmk1");
        run(0, keys, "key", "create", "cek2", "--master-key", "cmk1");
        String[] encrypt = {
            "encrypt", column, "--key", "cek1", "--type", "nvarchar(32)", "--kind", "deterministic", "--batch", "100"
        };
        assertThat(run(0, keys, encrypt))
                .contains(
                        "1000 values",
                        "1000 cells, all decrypt",
                        "fill: 100 of 1000",
                        "What still holds its plaintext");
        assertThat(run(3, keys, encrypt)).contains("column.table-unsuitable");
        assertThat(ask.apply("SELECT count(DISTINCT lastname) FROM employees WHERE length(lastname) = 65"))
                .isEqualTo("10");
        assertThat(run(0, login, "status", "--json"))
                .contains("\"column\":\"" + column + "\"", "\"kind\":\"deterministic\"", "\"work\":[]");
        assertThat(run(0, keys, "rotate-cek", column, "--key", "cek2", "--settle", "0"))
                .contains("1000 cells were rewritten");
        run(0, keys, "rotate-cmk", "--from", "cmk1", "--to", "cmk2");
        assertThat(run(0, keys, "verify")).contains("Key cek1: 2 of 2", column + ": 1000 cells");
        run(0, keys, "rotate-cmk", "--from", "cmk1", "--to", "cmk2", "--finish");
        assertThat(run(0, keys, "verify", column, "--rate", "100000")).contains("Key cek2: 1 of 1");
        assertThat(run(0, login, "status")).contains("cmk2", "nvarchar(32)").doesNotContain("cmk1");
        run(0, keys, "decrypt", column);
        assertThat(ask.apply("SELECT count(*) FROM employees WHERE lastname = 'name7'"))
                .isEqualTo("100");
        run(0, keys, "encrypt", column, "--key", "cek2", "--type", "nvarchar(32)", "--kind", "randomized");
    }
}
