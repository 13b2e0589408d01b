package io.holdfast.cli.platform;

import com.github.f4b6a3.ulid.UlidCreator;
import io.holdfast.agent.app.AgentConfig;
import io.holdfast.cli.CliFailure;
import io.holdfast.cli.client.ClientConfig;
import io.holdfast.coordinator.app.CoordinatorConfig;
import io.holdfast.gateway.app.GatewayConfig;
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
import io.holdfast.runtime.config.ConfigLoader;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.file.PrivateFiles;
import io.holdfast.runtime.tls.FleetCertificates;
import io.holdfast.worker.app.WorkerConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

    private static final Map<String, Class<? extends Record>> PROCESSES = Map.of(
            "gateway", GatewayConfig.class,
            "coordinator", CoordinatorConfig.class,
            "worker", WorkerConfig.class,
            "agent", AgentConfig.class);

    private static final List<String> PORT_ORDER = List.of("gateway", "coordinator", "worker", "agent");

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
        List<Path> mine = fleet.parts(plan).stream().filter(Files::notExists).toList();
        try {
            fleet.make(plan, store, unlock);
            fleet.readAll();
            return fleet;
        } catch (RuntimeException e) {
            // Half a fleet would be refused as a whole one at the next try.
            mine.forEach(Deletion::of);
            throw e;
        }
    }

    /** What this class makes, the folder itself first. */
    private List<Path> parts(FleetPlan plan) {
        List<Path> parts = new ArrayList<>(List.of(root));
        for (String folder : List.of("secrets", "state", "keys", "tls")) {
            parts.add(root.resolve(folder));
        }
        PROCESSES.keySet().forEach(process -> parts.add(config(process)));
        parts.add(client());
        if (plan.repository().startsWith(root)) {
            parts.add(plan.repository());
        }
        return parts;
    }

    private void make(FleetPlan plan, Function<FleetFolder, SigningKey> store, String unlock) {
        PrivateFiles.createFolder(root);
        PrivateFiles.createFolder(root.resolve("secrets"));
        PrivateFiles.createFolder(root.resolve("state"));
        PrivateFiles.createFolder(root.resolve("keys"));
        List<String> hosts = plan.hosts().stream().map(HostName::text).toList();
        FleetCertificates.create(root.resolve("tls"), hosts, InstantSource.system());
        SigningKey signer = store.apply(this);
        PrivateFiles.replace(manifestKey(), (signer.text() + "\n").getBytes(StandardCharsets.UTF_8));
        if (plan.repository().startsWith(root)) {
            // Elsewhere a file system may have to be mounted first: that one is made on purpose.
            FileRepository.make(plan.repository());
        }
        Map<String, String> values = values(plan, signer);
        values.put("unlock", unlock);
        PROCESSES.keySet().forEach(process -> write(config(process), values));
        write(client(), values);
    }

    private static void write(Path file, Map<String, String> values) {
        String text = Template.fill(file.getFileName().toString(), values);
        PrivateFiles.replace(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Whatever a process would refuse is refused here. */
    private void readAll() {
        try {
            PROCESSES.forEach((process, type) -> {
                Record unused = ConfigLoader.load(type, config(process), Map.of());
            });
            Record unused = ConfigLoader.load(ClientConfig.class, client(), Map.of());
        } catch (Permanent e) {
            throw new Permanent(
                    CliFailure.USAGE,
                    "no fleet was made, for its processes could not read their configuration: " + e.what(),
                    "Correct the option whose value the message shows: holdfast init --help",
                    e);
        }
    }

    /** Where the processes of a new fleet answer for their health; those of one machine take free ports instead. */
    public static Map<String, Integer> healthPorts(List<HostName> hosts) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        if (!FleetPlan.local(hosts)) {
            PORT_ORDER.forEach(process -> ports.put(process, FIRST_HEALTH_PORT + ports.size()));
        }
        return ports;
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
        values.put("gatewayUrl", "https://" + plan.hosts().getFirst().inUrl() + ":" + plan.gatewayPort());
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
        PROCESSES.keySet().forEach(process -> values.put(process + "Health", "0"));
        healthPorts(plan.hosts()).forEach((process, port) -> values.put(process + "Health", Integer.toString(port)));
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
