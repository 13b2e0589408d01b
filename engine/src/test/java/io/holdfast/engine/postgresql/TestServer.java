package io.holdfast.engine.postgresql;

import io.holdfast.engine.ConnectionEncryption;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A PostgreSQL of our own with the role that the manual describes. */
final class TestServer implements AutoCloseable {
    static final SetId SET = SetId.parse("01JDXZ00000000000000000000-1");

    /** In the manual. */
    static final String ROLE = "holdfast";

    static final String PASSWORD = "choose-a-password";

    private final PrivatePostgres postgres;

    private TestServer(PrivatePostgres postgres) {
        this.postgres = postgres;
    }

    static TestServer start(int major) {
        return start(major, UnaryOperator.identity());
    }

    static TestServer start(int major, UnaryOperator<PostgresOptions> more) {
        PostgresOptions options = PostgresOptions.in(
                        ServersForTests.folder("engine-" + major).resolve("server"), ServersForTests.postgres(major))
                .withSetting("fsync", "off")
                .withSetting("autovacuum", "off");
        TestServer server = new TestServer(PrivatePostgres.start(more.apply(options)));
        server.postgres.execute(roleOfTheManual().toArray(String[]::new));
        return server;
    }

    /** The SQL of docs/postgresql-role.md, as it stands there. */
    static List<String> roleOfTheManual() {
        try {
            Path manual = Path.of("..", "docs", "postgresql-role.md");
            Matcher block = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(manual));
            List<String> statements = new ArrayList<>();
            while (block.find()) {
                block.group(1).lines().filter(line -> !line.isBlank()).forEach(statements::add);
            }
            return statements;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    PrivatePostgres postgres() {
        return postgres;
    }

    InstanceSettings settings(Access access) {
        return settings(access, PASSWORD);
    }

    InstanceSettings settings(Access access, String password) {
        return settings(access, password, postgres.data());
    }

    /** Read from files, which are looked for in this directory. */
    InstanceSettings seenIn(Path directory) {
        return settings(Access.FILES, PASSWORD, directory);
    }

    private InstanceSettings settings(Access access, String password, Path directory) {
        return new InstanceSettings(
                InstanceName.parse("shop"),
                "127.0.0.1",
                postgres.port(),
                "postgres",
                ROLE,
                () -> Optional.of(SecretBytes.takeOver(password.getBytes(StandardCharsets.UTF_8))),
                ConnectionEncryption.PREFERRED,
                access,
                Optional.of(directory));
    }

    /** A few tables of all kinds: with TOAST, an index, several pages, unlogged, in a database of its own. */
    void fill(int rows) {
        postgres.execute(
                "CREATE TABLE item (id int PRIMARY KEY, name text, body text)",
                "INSERT INTO item SELECT i, 'item ' || i, repeat(md5(i::text), 20) FROM generate_series(1, " + rows
                        + ") i",
                "CREATE TABLE long (id int, body text)",
                "ALTER TABLE long ALTER body SET STORAGE EXTERNAL",
                "INSERT INTO long SELECT i, repeat(md5(i::text), 300) FROM generate_series(1, " + rows / 100 + ") i",
                "CREATE UNLOGGED TABLE scratch (id int PRIMARY KEY)",
                "INSERT INTO scratch SELECT i FROM generate_series(1, 5000) i",
                "VACUUM item",
                "CHECKPOINT");
    }

    /** A hash of every table, unlogged ones aside. */
    static Map<String, String> hashes(PrivatePostgres postgres) {
        Map<String, String> hashes = new TreeMap<>();
        String tables = String.valueOf(postgres.ask("""
                SELECT coalesce(string_agg(relname, ' '), '') FROM pg_class
                WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace
                """));
        for (String table : tables.split(" ", -1)) {
            String hash = postgres.ask("SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY"
                    + " md5(t::text))), '') FROM " + table + " t");
            hashes.put(table, String.valueOf(hash));
        }
        return hashes;
    }

    @Override
    public void close() {
        postgres.close();
    }
}
