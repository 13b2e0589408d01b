package io.holdfast.cli.command;

import io.holdfast.catalog.CatalogReader;
import io.holdfast.cli.CliFailure;
import io.holdfast.cli.client.ClientConfig;
import io.holdfast.cli.client.FleetClient;
import io.holdfast.cli.client.TopicFleetClient;
import io.holdfast.cli.show.Screen;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.protocol.failure.Permanent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command's root: what stands before the name of a subcommand. */
@Command(
        name = "holdfast",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Distributed backup and key management for databases, on Apache Kafka.",
        subcommands = {
            DemoCommand.class,
            DevCommand.class,
            InitCommand.class,
            RunCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            VerifyCommand.class,
            RewrapCommand.class,
            JobsCommand.class,
            JobCommand.class,
            CancelCommand.class,
            SetsCommand.class,
            SetCommand.class,
            CatalogCommand.class,
            CleanupCommand.class,
            RepositoryCommand.class,
            KeysCommand.class,
            AuditCommand.class,
            ColumnCommand.class,
            ConfigCommand.class,
            BenchCommand.class,
            ForecastCommand.class,
            CommandLine.HelpCommand.class
        },
        footer = {
            "",
            "Exit codes: 0 done; 2 wrong command line; 3 it would fail again as it is; 4 worth another try; 5 bytes are damaged;",
            "6 a right or key is missing; 130 interrupted; 1 a defect of the program.",
            "",
            "Examples:",
            "  holdfast demo",
            "  holdfast backup --help"
        })
public final class Holdfast implements Runnable {
    @Spec
    CommandSpec spec;

    private static final Duration CATCH_UP = Duration.ofSeconds(30);

    private final Screen screen;
    private final Map<String, String> env;

    /** Writes to {@code screen}; {@code env} are the environment's variables. */
    public Holdfast(Screen screen, Map<String, String> env) {
        this.screen = screen;
        this.env = Map.copyOf(env);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw usage("which command? They are listed above");
    }

    Screen screen() {
        return screen;
    }

    Map<String, String> env() {
        return env;
    }

    ClientConfig config(Optional<Path> file) {
        return ClientConfig.find(file, env);
    }

    FleetClient fleet(Optional<Path> file) {
        return TopicFleetClient.connect(config(file), env);
    }

    /** The catalog, read to its end. */
    CatalogReader catalog(Optional<Path> file) {
        ClientConfig config = config(file);
        CatalogReader catalog =
                CatalogReader.start(config.brokers(env), config.topics(), new PinnedKeys(config.manifestKeys()));
        try {
            catalog.awaitCaughtUp(CATCH_UP);
            return catalog;
        } catch (RuntimeException e) {
            catalog.close();
            throw e;
        }
    }

    /** The command line is wrong in a way that only the command itself sees. */
    static Permanent usage(String message) {
        return new Permanent(CliFailure.USAGE, message);
    }
}
