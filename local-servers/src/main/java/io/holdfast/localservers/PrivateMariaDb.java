package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB server of our own in a folder of its own, on a loopback port, with a password. It ends with this process, however that
 * ends.
 */
public final class PrivateMariaDb implements AutoCloseable {
    /** The superuser. */
    public static final String SUPERUSER = "root";

    private static final Duration START = Duration.ofMinutes(1);
    private static final long PAUSE_MILLIS = 50;

    private final MariaDbOptions options;
    private final ServerUser user = ServerUser.current();
    private final String password;
    private final int port;
    private @Nullable Process server;
    private @Nullable DeathWatch watch;

    private PrivateMariaDb(MariaDbOptions options, String password) {
        this.options = options;
        this.password = password;
        this.port = FreePort.choose(options.port(), "MariaDB");
    }

    /** Makes the database directory if the folder has none, starts the server, and waits until it takes connections. */
    public static PrivateMariaDb start(MariaDbOptions options) {
        ServerUser user = ServerUser.current();
        user.requireReachable(options.folder());
        byte[] random = new byte[18];
        new SecureRandom().nextBytes(random);
        PrivateMariaDb made = new PrivateMariaDb(options, HexFormat.of().formatHex(random));
        try {
            made.initialise();
        } catch (IOException e) {
            throw new Permanent(
                    LocalServersFailure.FOLDER_FAILED, "cannot make " + options.folder() + ": " + e.getMessage(), e);
        }
        made.start();
        return made;
    }

    private void initialise() throws IOException {
        Files.createDirectories(options.folder());
        Files.createDirectories(temporary());
        user.own(options.folder());
        if (!Files.isDirectory(data().resolve("mysql"))) {
            user.run(
                    options.folder(),
                    List.of(
                            MariaDbOptions.program("mariadb-install-db").toString(),
                            "--no-defaults",
                            "--datadir=" + data(),
                            "--tmpdir=" + temporary(),
                            "--auth-root-authentication-method=normal",
                            "--skip-test-db"));
        }
        Path statements = PrivateFile.write(options.folder().resolve("init.sql"), """
                CREATE USER IF NOT EXISTS 'root'@'127.0.0.1';
                GRANT ALL PRIVILEGES ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;
                ALTER USER 'root'@'127.0.0.1' IDENTIFIED BY '%1$s';
                ALTER USER 'root'@'localhost' IDENTIFIED BY '%1$s';
                CREATE DATABASE IF NOT EXISTS holdfast CHARACTER SET utf8mb4;
                """.formatted(password));
        user.own(statements);
    }

    /** Starts it again after {@link #stop()} or {@link #kill()} and waits until it takes connections. */
    public synchronized void start() {
        List<String> line = new ArrayList<>(user.prefix());
        line.addAll(List.of(
                MariaDbOptions.program("mariadbd").toString(),
                "--no-defaults",
                "--datadir=" + data(),
                "--tmpdir=" + temporary(),
                "--init-file=" + options.folder().resolve("init.sql"),
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--port=" + port,
                "--socket=" + data().resolve("s.sock"),
                "--pid-file=" + data().resolve("server.pid")));
        line.addAll(options.settings());
        try {
            Process started = new ProcessBuilder(line)
                    .directory(options.folder().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
            server = started;
            watch = DeathWatch.over(started, "TERM");
            awaitConnections(started);
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.START_FAILED, "cannot run mariadbd: " + e.getMessage(), e);
        }
    }

    private void awaitConnections(Process started) throws IOException {
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            try {
                connect().close();
                return;
            } catch (SQLException e) {
                if (!started.isAlive() || System.nanoTime() > end) {
                    kill();
                    throw new Permanent(
                            LocalServersFailure.START_FAILED,
                            "MariaDB in " + data() + " did not start (" + e.getMessage() + "): "
                                    + Command.end(Files.readString(log())),
                            e);
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Permanent(LocalServersFailure.NOT_READY, "waiting for MariaDB was interrupted", e);
        }
    }

    /** Stops it in order. */
    public synchronized void stop() {
        if (server != null) {
            server.destroy();
        }
        forget();
    }

    /** Kills it on the spot (SIGKILL). */
    public synchronized void kill() {
        if (server != null) {
            server.destroyForcibly();
        }
        forget();
    }

    private void forget() {
        try {
            if (server != null && !server.waitFor(60, TimeUnit.SECONDS)) {
                server.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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

    /** A connection of the superuser to the database holdfast, to be closed by the caller. */
    public Connection connection() {
        try {
            return connect();
        } catch (SQLException e) {
            throw new Permanent(
                    LocalServersFailure.NOT_READY, "cannot connect to " + jdbcUrl() + ": " + e.getMessage(), e);
        }
    }

    private Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", SUPERUSER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "10000");
        return DriverManager.getConnection(jdbcUrl(), properties);
    }

    /** Runs statements as the superuser in the database holdfast. */
    public void execute(String... statements) {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new Permanent(LocalServersFailure.TOOL_FAILED, "MariaDB refused a statement: " + e.getMessage(), e);
        }
    }

    /** The first column of the first row that a query gives, as text. */
    public String ask(String query) {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            if (!rows.next()) {
                throw new Permanent(LocalServersFailure.TOOL_FAILED, "no row came for " + query);
            }
            return String.valueOf(rows.getString(1));
        } catch (SQLException e) {
            throw new Permanent(LocalServersFailure.TOOL_FAILED, "MariaDB refused a query: " + e.getMessage(), e);
        }
    }

    /** The JDBC address of the database holdfast, without credentials. */
    public String jdbcUrl() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/holdfast";
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** The superuser's password; another at each {@link #start(MariaDbOptions)}. */
    public String password() {
        return password;
    }

    /** The data directory. */
    public Path data() {
        return options.folder().resolve("data");
    }

    /** What the server said. */
    public Path log() {
        return options.folder().resolve("server.log");
    }

    /** The number of its process; empty when it does not run. */
    public synchronized OptionalLong pid() {
        return server == null ? OptionalLong.empty() : OptionalLong.of(server.pid());
    }

    private Path temporary() {
        return options.folder().resolve("tmp");
    }
}
