package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Properties;

/**
 * What a broker's folder remembers beside Kafka's own data: its ports, so that clients find it again after a restart, and the
 * password by which its parts know each other. Readable by its owner only.
 *
 * @param data the folder
 * @param port where clients connect
 * @param internalPort where the broker talks to itself
 * @param controllerPort where the controller listens
 * @param password of the broker's own user
 */
record BrokerFolder(Path data, int port, int internalPort, int controllerPort, String password) {
    private static final String FILE = "holdfast-broker.properties";

    /** Reads what is remembered, chooses the rest, and writes it down. */
    static BrokerFolder open(BrokerOptions options) {
        try {
            makePrivate(options.data());
            Properties kept = new Properties();
            Path file = options.data().resolve(FILE);
            if (Files.exists(file)) {
                try (Reader reader = Files.newBufferedReader(file)) {
                    kept.load(reader);
                }
            }
            int port = options.port() != 0 ? FreePort.choose(options.port(), "the broker") : remembered(kept, "port");
            BrokerFolder folder = new BrokerFolder(
                    options.data(),
                    port,
                    remembered(kept, "internal.port"),
                    options.place()
                            .map(ClusterPlace::controllerPort)
                            .orElseGet(() -> remembered(kept, "controller.port")),
                    kept.getProperty("password", randomPassword()));
            folder.write(file);
            return folder;
        } catch (IOException e) {
            throw new Permanent(
                    LocalServersFailure.FOLDER_FAILED,
                    "cannot use the broker's folder " + options.data() + ": " + e,
                    e);
        }
    }

    private static void makePrivate(Path data) throws IOException {
        if (!Files.isDirectory(data)) {
            Files.createDirectories(
                    data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    private static int remembered(Properties kept, String name) {
        int port = Integer.parseInt(kept.getProperty(name, "0"));
        return port != 0 && FreePort.isFree(port) ? port : FreePort.next();
    }

    private static String randomPassword() {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private void write(Path file) throws IOException {
        Properties kept = new Properties();
        kept.setProperty("port", Integer.toString(port));
        kept.setProperty("internal.port", Integer.toString(internalPort));
        kept.setProperty("controller.port", Integer.toString(controllerPort));
        kept.setProperty("password", password);
        Path part = PrivateFile.create(file.resolveSibling(FILE + ".part"));
        try (Writer writer = Files.newBufferedWriter(part)) {
            kept.store(writer, null);
        }
        Files.move(
                part,
                file,
                java.nio.file.StandardCopyOption.ATOMIC_MOVE,
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return "BrokerFolder[" + data + ", " + port + "]";
    }
}
