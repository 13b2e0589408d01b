package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server of our own in a folder of its own, on a loopback port and a socket in its folder, with password
 * authentication everywhere. It ends with this process, however that ends.
 */
public final class PrivatePostgres implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 50;

    private final PostgresOptions options;
    private final PostgresFolder folder;
    private final int port;
    private @Nullable Process server;
    private @Nullable DeathWatch watch;

    private PrivatePostgres(PostgresOptions options) {
        this.folder = PostgresFolder.open(options.folder());
        this.options = options;
        this.port = FreePort.choose(options.port(), "PostgreSQL");
    }

    /** Makes the cluster if the folder has none, starts it, and waits until it takes connections. */
    public static PrivatePostgres start(PostgresOptions options) {
        PrivatePostgres postgres = new PrivatePostgres(options);
        postgres.folder.initialise(options);
        postgres.start();
        return postgres;
    }

    /**
     * Starts a cluster that something else has placed in {@code data} of the folder, such as a restore, after giving it to the server's
     * user, and waits until it takes connections, which may be before its recovery ends.
     *
     * @param password what the superuser postgres has in that cluster
     */
    public static PrivatePostgres startExisting(PostgresOptions options, String password) {
        PrivatePostgres postgres = new PrivatePostgres(options);
        if (!Files.exists(postgres.data().resolve("PG_VERSION"))) {
            throw new Permanent(
                    LocalServersFailure.START_FAILED, "there is no PostgreSQL cluster in " + postgres.data());
        }
        postgres.folder.user().own(options.folder());
        postgres.folder.usePassword(password);
        postgres.start();
        return postgres;
    }

    /** Starts it again after {@link #stop()} or {@link #kill()} and waits until it takes connections. */
    public synchronized void start() {
        List<String> line = new ArrayList<>(folder.user().prefix());
        line.addAll(List.of(options.binaries().requireTool("postgres").toString(), "-D", data().toString()));
        set(line, "listen_addresses", "127.0.0.1");
        set(line, "port", Integer.toString(port));
        set(
                line,
                "unix_socket_directories",
                folder.socketFits() ? folder.socket().toString() : "");
        set(line, "logging_collector", "off");
        options.settings().forEach((name, value) -> set(line, name, value));
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(line).directory(options.folder().toFile());
            builder.environment().put("LC_ALL", "C");
            builder.redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
            Process started = builder.start();
            server = started;
            watch = DeathWatch.over(started, "QUIT");
            awaitConnections(started);
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.START_FAILED, "cannot run " + line.getFirst() + ": " + e, e);
        }
    }

    private static void set(List<String> line, String name, String value) {
        line.add("-c");
        line.add(name + "=" + value);
    }

    private void awaitConnections(Process started) throws IOException {
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            try {
                connect("postgres").close();
                return;
            } catch (SQLException e) {
                if (!started.isAlive()) {
                    forget();
                    throw new Permanent(
                            LocalServersFailure.START_FAILED,
                            "PostgreSQL in " + data() + " did not start: "
                                    + Command.end(Files.readString(folder.log())),
                            e);
                }
                if (System.nanoTime() > end) {
                    kill();
                    throw new Permanent(
                            LocalServersFailure.NOT_READY,
                            "PostgreSQL in " + data() + " takes no connections: " + e.getMessage(),
                            e);
                }
                pause();
            }
        }
    }

    /** Waits until the server has left recovery; {@link Permanent} if that takes longer than {@code patience}. */
    public void awaitRecovered(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (!"f".equals(ask("SELECT pg_is_in_recovery()"))) {
            if (System.nanoTime() > end) {
                throw new Permanent(LocalServersFailure.NOT_READY, "PostgreSQL in " + data() + " is still in recovery");
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Permanent(LocalServersFailure.NOT_READY, "waiting for PostgreSQL was interrupted", e);
        }
    }

    /** Stops it in the fast way: sessions are ended, a checkpoint is made. */
    public synchronized void stop() {
        if (server != null && server.isAlive()) {
            run("pg_ctl", "stop", "-D", data().toString(), "-m", "fast", "-w", "-t", "60");
        }
        forget();
    }

    /** Kills it on the spot (SIGKILL to the postmaster), and waits until its children, too, have noticed and gone. */
    public synchronized void kill() {
        if (server != null) {
            List<ProcessHandle> children = server.descendants().toList();
            server.destroyForcibly();
            // A new server refuses the folder while one of them holds the old one's shared memory.
            CompletableFuture.allOf(children.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .completeOnTimeout(null, 30, TimeUnit.SECONDS)
                    .join();
        }
        forget();
    }

    private void forget() {
        if (server != null) {
            try {
                server.waitFor(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (watch != null) {
            watch.close();
        }
        server = null;
        watch = null;
    }

    /** Stops it; the folder stays. */
    @Override
    public void close() {
        stop();
    }

    /** A connection of the superuser to the database postgres, to be closed by the caller. */
    public Connection connection() {
        return connection("postgres");
    }

    /** A connection of the superuser to this database, to be closed by the caller. */
    public Connection connection(String database) {
        try {
            return connect(database);
        } catch (SQLException e) {
            throw new Permanent(
                    LocalServersFailure.NOT_READY, "cannot connect to " + jdbcUrl(database) + ": " + e.getMessage(), e);
        }
    }

    private Connection connect(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", superuser());
        properties.setProperty("password", password());
        properties.setProperty("connectTimeout", "10");
        return DriverManager.getConnection(jdbcUrl(database), properties);
    }

    /** Runs statements as the superuser in the database postgres, each in a transaction of its own. */
    public void execute(String... statements) {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new Permanent(LocalServersFailure.TOOL_FAILED, "a statement failed: " + e.getMessage(), e);
        }
    }

    /** The first column of the first row as text; null for NULL. No row is {@link Permanent}. */
    public @Nullable String ask(String sql) {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            if (!rows.next()) {
                throw new Permanent(LocalServersFailure.TOOL_FAILED, "no row came of: " + sql);
            }
            return rows.getString(1);
        } catch (SQLException e) {
            throw new Permanent(LocalServersFailure.TOOL_FAILED, "a query failed: " + e.getMessage(), e);
        }
    }

    /** Makes a tablespace of this name in a folder outside the data directory, and returns the folder. */
    public Path createTablespace(String name) {
        Path place = folder.makeTablespaceFolder(name);
        execute("CREATE TABLESPACE " + name + " LOCATION '" + place + "'");
        return place;
    }

    /** Runs a tool such as {@code psql} as the server's user, already pointed at this server, and returns what it printed. */
    public String run(String tool, String... arguments) {
        List<String> line = new ArrayList<>(folder.user().prefix());
        line.add(options.binaries().requireTool(tool).toString());
        Collections.addAll(line, arguments);
        return Command.in(options.folder())
                .with(Map.of(
                        "PGHOST", "127.0.0.1",
                        "PGPORT", Integer.toString(port),
                        "PGUSER", superuser(),
                        "PGDATABASE", "postgres",
                        "PGPASSFILE", folder.pgpass().toString()))
                .run(line);
    }

    /** Its JDBC address, without credentials. */
    public String jdbcUrl() {
        return jdbcUrl("postgres");
    }

    /** The JDBC address of one database, without credentials. */
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** The superuser's name. */
    public String superuser() {
        return PostgresFolder.SUPERUSER;
    }

    /** The superuser's password. */
    public String password() {
        return folder.password();
    }

    /** The file that holds the superuser's password and a line's end, readable by the server's user only. */
    public Path passwordFile() {
        return folder.passwordFile();
    }

    /** The data directory. */
    public Path data() {
        return folder.data();
    }

    /** The folder of its Unix socket. */
    public Path socketFolder() {
        return folder.socket();
    }

    /** The folder that tablespaces lie in. */
    public Path tablespaces() {
        return folder.tablespaces();
    }

    /** What the server said. */
    public Path log() {
        return folder.log();
    }

    /** The user that it runs as. */
    public ServerUser user() {
        return folder.user();
    }

    /** Its programs. */
    public PostgresBinaries binaries() {
        return options.binaries();
    }

    /** The major version. */
    public int version() {
        return options.binaries().major();
    }
}
