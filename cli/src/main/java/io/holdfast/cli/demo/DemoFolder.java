package io.holdfast.cli.demo;

import io.holdfast.cli.CliFailure;
import io.holdfast.cli.platform.Deletion;
import io.holdfast.cli.platform.FleetPlan;
import io.holdfast.engine.postgresql.BackupRole;
import io.holdfast.localservers.OpenFolder;
import io.holdfast.localservers.PostgresBinaries;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServerUser;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Where the demo keeps things: {@code source} is the database that will be lost, {@code fleet} the platform with its repository,
 * {@code restored} what comes back.
 */
public final class DemoFolder {
    private static final String MARKER = ".holdfast-demo";

    private final Path root;
    private final PostgresBinaries binaries;
    private String password = "";

    private DemoFolder(Path root, PostgresBinaries binaries) {
        this.root = root;
        this.binaries = binaries;
    }

    /** The usual place: where PostgreSQL's user can reach it. */
    public static Path usual(String what) {
        Path temporary = ServerUser.current().switched() == ServerUser.Switched.YES
                ? Path.of("/var/tmp")
                : Path.of(System.getProperty("java.io.tmpdir"));
        return temporary.resolve("holdfast-" + what + "-" + System.getProperty("user.name"));
    }

    /** An empty folder; what an earlier demo left there is removed, anything else is refused. */
    public static DemoFolder fresh(Path root, PostgresBinaries binaries) {
        try {
            if (Files.exists(root)) {
                if (!Files.exists(root.resolve(MARKER))) {
                    throw new Permanent(
                            CliFailure.FOLDER_IN_USE, root + " exists and is not what an earlier demo left");
                }
                Deletion.of(root);
            }
            OpenFolder.create(root);
            Files.createFile(root.resolve(MARKER));
            OpenFolder.create(root.resolve("restored"));
            return new DemoFolder(root.toAbsolutePath(), binaries);
        } catch (IOException e) {
            throw new Permanent(CliFailure.FOLDER_IN_USE, "the folder " + root + " cannot be made: " + e, e);
        }
    }

    PostgresBinaries binaries() {
        return binaries;
    }

    /** The whole of it. */
    public Path root() {
        return root;
    }

    /** How the source runs. */
    public PostgresOptions source() {
        return PostgresOptions.in(root.resolve("source"), binaries).withSetting("wal_level", "replica");
    }

    PostgresOptions restored() {
        return PostgresOptions.in(root.resolve("restored"), binaries);
    }

    /** Where the restored data directory goes. */
    public Path restoredData() {
        return root.resolve("restored").resolve("data");
    }

    /** The superuser's password of the source, which the restored cluster has as well. */
    String password() {
        return password;
    }

    /** Makes the role that the platform reads with; its password goes into a file of mode 600. */
    public void addRole(PrivatePostgres source) {
        password = source.password();
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String rolePassword = HexFormat.of().formatHex(random);
        BackupRole.create("holdfast", rolePassword.toCharArray()).forEach(source::execute);
        PrivateFiles.replace(secret(), rolePassword.getBytes(StandardCharsets.UTF_8));
    }

    private Path secret() {
        return root.resolve("shop.password");
    }

    /** The platform's plan: one instance, the demo's database. */
    public FleetPlan fleet(int port) {
        return FleetPlan.onThisMachine(
                        root.resolve("fleet"),
                        Map.of(
                                Demo.INSTANCE,
                                new FleetPlan.Database("127.0.0.1", port, "holdfast", secret(), Optional.empty())))
                .withBinaries(binaries.bin())
                .withSizing(new FleetPlan.Sizing("16MiB", 1));
    }

    void destroySource() {
        Deletion.of(root.resolve("source"));
    }

    /** Says where things lie. */
    void tell(DemoReport report) {
        report.fact("repository", root.resolve("fleet").resolve("repository").toString());
        report.fact("configuration and keys", root.resolve("fleet").toString());
        report.fact("restored data directory", restoredData().toString());
    }
}
