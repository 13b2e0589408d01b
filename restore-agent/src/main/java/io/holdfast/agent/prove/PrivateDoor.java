package io.holdfast.agent.prove;

import io.holdfast.agent.FileOwner;
import io.holdfast.agent.FileTrouble;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The only way into an instance that is being proven: a socket in a folder that nobody but the instance's own user can enter,
 * where therefore no password is asked. The instance's own rules and addresses are not used meanwhile.
 */
public final class PrivateDoor implements AutoCloseable {
    private static final int PORT = 5432;
    private static final String RULES = "rules.conf";

    private final Path folder;
    private final String superuser;

    private PrivateDoor(Path folder, String superuser) {
        this.folder = folder;
        this.superuser = superuser;
    }

    /**
     * Makes the folder.
     *
     * @param owner whom the server runs as; empty: this process's own user
     * @param superuser the role that the checks connect as
     */
    public static PrivateDoor open(Optional<FileOwner> owner, String superuser) {
        try {
            // Short: the path of a socket has 107 bytes at most.
            Path folder = Files.createTempDirectory(
                    Path.of("/tmp"),
                    "holdfast-",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Path rules = folder.resolve(RULES);
            Files.writeString(rules, "local all all trust\n", StandardCharsets.UTF_8);
            if (owner.isPresent()) {
                for (Path path : List.of(rules, folder)) {
                    Files.setAttribute(path, "unix:gid", owner.get().gid());
                    Files.setAttribute(path, "unix:uid", owner.get().uid());
                }
            }
            return new PrivateDoor(folder, superuser);
        } catch (IOException e) {
            throw FileTrouble.of("make a folder in", Path.of("/tmp"), e);
        }
    }

    /** What the server must be started with. */
    public Map<String, String> options() {
        return Map.ofEntries(
                Map.entry("listen_addresses", ""),
                Map.entry("port", Integer.toString(PORT)),
                Map.entry("unix_socket_directories", folder.toString()),
                Map.entry("unix_socket_permissions", "0700"),
                Map.entry("unix_socket_group", ""),
                Map.entry("hba_file", folder.resolve(RULES).toString()),
                Map.entry("external_pid_file", ""),
                Map.entry("ssl", "off"),
                Map.entry("logging_collector", "off"),
                Map.entry("log_destination", "stderr"),
                Map.entry("max_logical_replication_workers", "0"),
                Map.entry("autovacuum", "off"));
    }

    /** Arguments by which PostgreSQL's own programs find the server. */
    List<String> arguments() {
        return List.of("--host=" + folder, "--port=" + PORT, "--username=" + superuser);
    }

    /** A connection to a database, to be closed by the caller. */
    Connection connect(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", superuser);
        properties.setProperty("socketFactory", LocalSocketFactory.class.getName());
        properties.setProperty(
                "socketFactoryArg", folder.resolve(".s.PGSQL." + PORT).toString());
        properties.setProperty("sslmode", "disable");
        properties.setProperty("gssEncMode", "disable");
        String name = URLEncoder.encode(database, StandardCharsets.UTF_8);
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + PORT + "/" + name, properties);
    }

    @Override
    public void close() {
        try (var children = Files.list(folder)) {
            for (Path child : (Iterable<Path>) children::iterator) {
                Files.deleteIfExists(child);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw FileTrouble.of("remove", folder, e);
        }
    }
}
