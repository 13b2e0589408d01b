package io.holdfast.cli.platform;

import com.github.f4b6a3.ulid.UlidCreator;
import io.holdfast.cli.CliFailure;
import io.holdfast.keys.SigningKey;
import io.holdfast.keys.store.Argon2Cost;
import io.holdfast.keys.store.NewStore;
import io.holdfast.keys.store.Unlock;
import io.holdfast.localservers.ServerUser;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.repository.file.FileRepository;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.file.PrivateFiles;
import io.holdfast.runtime.tls.FleetCertificates;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A fleet in one folder: {@code tls/} certificates, {@code keys/} the sealed store and its key file if it has one, {@code secrets/} passwords, and one
 * configuration file for each process.
 */
public record FleetFolder(Path root) {
    /** The encryptor of a new fleet's sealed store. */
    public static final EncryptorName ENCRYPTOR = EncryptorName.parse("store");

    private static final int FIRST_HEALTH_PORT = 9464;

    private static final List<String> FILES =
            List.of("gateway.yaml", "coordinator.yaml", "worker.yaml", "agent.yaml", "holdfast.yaml");

    /**
     * Makes everything; a new key file unlocks the sealed store.
     *
     * @throws Permanent when the folder holds a fleet already
     */
    public static FleetFolder create(FleetPlan plan) {
        return create(
                plan, FleetFolder::storeWithKeyFile, "keyFile: file:" + new FleetFolder(plan.folder()).storeKey());
    }

    /**
     * The same with a sealed store that a passphrase unlocks.
     *
     * @param reference where the passphrase lies; processes read it there too
     * @throws Permanent when the folder holds a fleet already, or the passphrase is missing or too short
     */
    public static FleetFolder create(FleetPlan plan, SecretRef reference, SecretResolver secrets) {
        try (SecretBytes words = secrets.resolve(reference)) {
            Unlock.Passphrase passphrase = new Unlock.Passphrase(words, Argon2Cost.STANDARD);
            passphrase.refuseWeak();
            return create(plan, fleet -> fleet.store(passphrase), "passphrase: " + reference);
        }
    }

    private static FleetFolder create(FleetPlan plan, Function<FleetFolder, SigningKey> store, String unlock) {
        FleetFolder fleet = new FleetFolder(plan.folder());
        if (Files.exists(fleet.client())) {
            throw new Permanent(CliFailure.FOLDER_IN_USE, "the folder " + plan.folder() + " holds a fleet already");
        }
        PrivateFiles.createFolder(plan.folder());
        PrivateFiles.createFolder(fleet.root.resolve("secrets"));
        PrivateFiles.createFolder(fleet.root.resolve("state"));
        PrivateFiles.createFolder(fleet.root.resolve("keys"));
        FleetCertificates.create(fleet.root.resolve("tls"), plan.hosts(), InstantSource.system());
        SigningKey signer = store.apply(fleet);
        PrivateFiles.replace(fleet.manifestKey(), (signer.text() + "\n").getBytes(StandardCharsets.UTF_8));
        if (plan.repository().startsWith(plan.folder())) {
            // Elsewhere a file system may have to be mounted first: that one is made on purpose.
            FileRepository.make(plan.repository());
        }
        Map<String, String> values = values(plan, signer);
        values.put("unlock", unlock);
        for (String file : FILES) {
            PrivateFiles.replace(
                    fleet.root.resolve(file), Template.fill(file, values).getBytes(StandardCharsets.UTF_8));
        }
        return fleet;
    }

    private SigningKey storeWithKeyFile() {
        try (SecretBytes digits = Unlock.KeyFile.newDigits(new SecureRandom())) {
            digits.use(text -> {
                PrivateFiles.replace(storeKey(), text);
                return text.length;
            });
            return store(new Unlock.KeyFile(digits));
        }
    }

    private SigningKey store(Unlock unlock) {
        return NewStore.create(store(), unlock, List.of(ENCRYPTOR));
    }

    private static Map<String, String> values(FleetPlan plan, SigningKey signer) {
        Map<String, String> values = new HashMap<>();
        values.put("fleet", UlidCreator.getUlid().toString());
        values.put("folder", plan.folder().toString());
        values.put("bootstrapServers", plan.bootstrapServers());
        values.put("prefix", plan.prefix().text());
        values.put("replicationFactor", Integer.toString(plan.replicationFactor()));
        values.put("gatewayUrl", "https://" + plan.hosts().getFirst() + ":" + plan.gatewayPort());
        values.put("gatewayPort", Integer.toString(plan.gatewayPort()));
        values.put("manifestKey", signer.text());
        values.put("repository", plan.repository().toString());
        values.put("binaries", plan.binaries().map(Path::toString).orElse(""));
        values.put("databaseUser", databaseUser(plan));
        values.put("targets", plan.targets().stream().map(Path::toString).collect(Collectors.joining(", ")));
        values.put("stripe", plan.sizing().stripe());
        values.put("slots", Integer.toString(plan.sizing().slots()));
        values.put("instances", instances(plan));
        values.put("gatewayHost", plan.local() ? "127.0.0.1" : "0.0.0.0");
        List<String> processes = List.of("gateway", "coordinator", "worker", "agent");
        for (int i = 0; i < processes.size(); i++) {
            int port = plan.local() ? 0 : FIRST_HEALTH_PORT + i;
            values.put(processes.get(i) + "Health", Integer.toString(port));
        }
        return values;
    }

    /** Servers that this machine runs for root run as nobody where there is no user postgres; the agent goes by the same user. */
    private static String databaseUser(FleetPlan plan) {
        return plan.binaries().isPresent() && ServerUser.current().switched() == ServerUser.Switched.YES
                ? "  user: " + ServerUser.current().name() + "\n"
                : "";
    }

    private static String instances(FleetPlan plan) {
        if (plan.instances().isEmpty()) {
            return "instances: {}\n";
        }
        StringBuilder text = new StringBuilder("instances:\n");
        Map<String, FleetPlan.Database> sorted = new TreeMap<>();
        plan.instances().forEach((name, database) -> sorted.put(name.text(), database));
        sorted.forEach((name, database) -> {
            text.append("  ").append(name).append(":\n");
            text.append("    host: ").append(database.host()).append('\n');
            text.append("    port: ").append(database.port()).append('\n');
            text.append("    user: ").append(database.user()).append('\n');
            text.append("    password: file:").append(database.passwordFile()).append('\n');
            database.dataDirectory()
                    .ifPresent(data ->
                            text.append("    dataDirectory: ").append(data).append('\n'));
        });
        return text.toString();
    }

    /** The client's configuration. */
    public Path client() {
        return root.resolve("holdfast.yaml");
    }

    /** The configuration of a process: gateway, coordinator, worker or agent. */
    public Path config(String process) {
        return root.resolve(process + ".yaml");
    }

    /** The sealed store. */
    public Path store() {
        return root.resolve("keys").resolve("holdfast.store");
    }

    /** The key that unlocks the sealed store, unless a passphrase does. */
    public Path storeKey() {
        return root.resolve("keys").resolve("store.key");
    }

    /** The public key that verifies this fleet's manifests. */
    public Path manifestKey() {
        return root.resolve("keys").resolve("manifest.pub");
    }

    /** Where the password of an instance's role goes. */
    public static Path password(Path root, InstanceName instance) {
        return root.toAbsolutePath().resolve("secrets").resolve(instance.text() + ".password");
    }
}
