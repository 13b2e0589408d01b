package io.holdfast.cli.bench;

import io.holdfast.cli.CliFailure;
import io.holdfast.cli.client.ClientConfig;
import io.holdfast.cli.client.FleetClient;
import io.holdfast.cli.client.TopicFleetClient;
import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.cli.platform.FleetPlan;
import io.holdfast.engine.postgresql.BackupRole;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.BrokerProcess;
import io.holdfast.localservers.FreePort;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Holdfast as it runs in production: a broker, and gateway, coordinator, workers and agent, as processes. */
final class HoldfastFleet implements AutoCloseable {
    static final InstanceName INSTANCE = InstanceName.parse("bench");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HEAP = "-Xmx256m";

    private final Path root;
    private final FleetFolder folder;
    private final BrokerProcess broker;
    private final List<Process> processes = new ArrayList<>();
    private final List<String> commandLines = new ArrayList<>();
    private final FleetClient client;

    /** Starts all but workers. */
    HoldfastFleet(Arena arena, FleetPlan.Sizing sizing) {
        root = arena.folder("holdfast");
        broker = BrokerProcess.start(BrokerOptions.in(root.resolve("broker")));
        Path password = root.resolve("role.password");
        PrivateFiles.replace(password, arena.secret().getBytes(StandardCharsets.UTF_8));
        BackupRole.create("holdfast", arena.secret().toCharArray()).forEach(arena.server()::execute);
        FleetPlan.Database database = new FleetPlan.Database(
                "127.0.0.1",
                arena.server().port(),
                "holdfast",
                password,
                Optional.of(arena.server().data()));
        folder = FleetFolder.create(FleetPlan.onThisMachine(root.resolve("fleet"), Map.of(INSTANCE, database))
                .at(new FleetPlan.Addresses(broker.bootstrapServers(), FreePort.next()))
                .withTargets(arena.folder("holdfast-restored"))
                .withSizing(sizing));
        for (String role : List.of("gateway", "coordinator", "agent")) {
            processes.add(start(role, role, Map.of()));
        }
        client = TopicFleetClient.connect(ClientConfig.find(Optional.of(folder.client()), Map.of()), Map.of());
    }

    /** Where its configuration and certificates lie. */
    FleetFolder folder() {
        return folder;
    }

    /** Starts one more worker; its environment may say otherwise than the fleet's configuration. */
    void startWorker(String name, Map<String, String> environment) {
        processes.add(start("worker", name, environment));
    }

    private Process start(String role, String name, Map<String, String> environment) {
        try {
            Path log = root.resolve(name + ".log");
            List<String> line = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    HEAP,
                    "-XX:+UseSerialGC",
                    "io.holdfast.cli.Main",
                    "run",
                    role,
                    "--config",
                    folder.config(role).toString());
            commandLines.add(String.join(" ", line));
            ProcessBuilder builder = new ProcessBuilder(line);
            builder.environment().putAll(environment);
            builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            awaitReady(role, process, log);
            return process;
        } catch (IOException e) {
            throw new Permanent(CliFailure.BENCH_FAILED, "cannot start the " + role + ": " + e, e);
        }
    }

    private static void awaitReady(String role, Process process, Path log) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.readString(log).contains(role + " ready:")) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new Permanent(
                        CliFailure.BENCH_FAILED, "the " + role + " did not start: " + Files.readString(log));
            }
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Permanent(CliFailure.BENCH_FAILED, "interrupted", e);
            }
        }
    }

    /** How its processes were started; the class path is in their environment. */
    List<String> commandLines() {
        return List.copyOf(commandLines);
    }

    /** Runs a job to its end and says what that took. */
    Measured run(JobRequest request, List<ProcessHandle> database) {
        return run(request, database, status -> {});
    }

    /** The same; {@code listener} is told of each status of the job. */
    Measured run(JobRequest request, List<ProcessHandle> database, Consumer<JobStatus> listener) {
        List<ProcessHandle> own = processes.stream().map(Process::toHandle).toList();
        List<ProcessHandle> servers = new ArrayList<>(database);
        ProcessHandle.of(broker.pid()).ifPresent(servers::add);
        double ownBefore = ProcessTree.cpuSeconds(own);
        double serversBefore = ProcessTree.cpuSeconds(servers);
        long begin = System.nanoTime();
        JobStatus end;
        long peak;
        try (MemorySampler sampler = new MemorySampler(own)) {
            client.submit(request, PATIENCE);
            end = client.follow(request.id(), listener);
            peak = sampler.peak();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (end.state() != JobState.COMPLETE) {
            throw new Permanent(
                    CliFailure.BENCH_FAILED, "a job of ours ended as " + end.state() + ": " + end.failure());
        }
        Usage usage = new Usage(
                seconds,
                ProcessTree.cpuSeconds(own) - ownBefore,
                ProcessTree.cpuSeconds(servers) - serversBefore,
                peak);
        return new Measured(end, usage);
    }

    /** A job's end and what it took. */
    record Measured(JobStatus end, Usage usage) {}

    @Override
    public void close() {
        client.close();
        for (Process process : processes) {
            process.destroy();
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        broker.close();
    }
}
