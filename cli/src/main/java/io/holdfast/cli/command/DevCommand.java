package io.holdfast.cli.command;

import io.holdfast.cli.demo.Demo;
import io.holdfast.cli.demo.DemoFolder;
import io.holdfast.cli.demo.Shop;
import io.holdfast.cli.platform.Platform;
import io.holdfast.localservers.PostgresBinaries;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "dev",
        description =
                "Starts the demo's platform and database, and keeps them up to play with until it is interrupted.",
        footer = {"", "Examples:", "  holdfast dev", "  holdfast dev --size 50 --folder /srv/dev"})
final class DevCommand implements Callable<Integer> {
    private static final int ACCOUNTS = 10_000;

    @ParentCommand
    Holdfast holdfast;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description =
                    "Where everything lies; what an earlier run left there is replaced (default: a folder for temporary files).")
    @Nullable
    Path folder;

    @Option(
            names = "--size",
            paramLabel = "MB",
            defaultValue = "100",
            converter = OptionTypes.AtLeastOne.class,
            description = "About how large the database is (default 100).")
    int megabytes;

    @Override
    public Integer call() throws Exception {
        Path place = folder == null ? DemoFolder.usual("dev") : folder;
        DemoFolder fresh = DemoFolder.fresh(place, PostgresBinaries.newest());
        holdfast.screen().say("Starting PostgreSQL and filling it …");
        try (PrivatePostgres database = PrivatePostgres.start(fresh.source())) {
            try (Connection connection = database.connection()) {
                new Shop(1, ACCOUNTS, megabytes).create(connection);
            }
            fresh.addRole(database);
            holdfast.screen().say("Starting Kafka, the key gateway, a coordinator, two workers and a restore agent …");
            try (Platform platform = Platform.start(fresh.fleet(database.port()))) {
                tell(fresh, database, platform);
                new CountDownLatch(1).await();
            }
        }
        return ExitCode.OK.number();
    }

    private void tell(DemoFolder fresh, PrivatePostgres database, Platform platform) {
        var screen = holdfast.screen();
        screen.result("");
        screen.result("Everything is up. In another terminal:");
        screen.result("");
        screen.result("  export HOLDFAST_CONFIG=" + platform.folder().client());
        screen.result("  export RESTORE_FOLDER=" + fresh.restoredData().getParent());
        screen.result("  ./holdfast backup " + Demo.INSTANCE);
        screen.result("  ./holdfast sets");
        screen.result("  ./holdfast verify " + Demo.INSTANCE + " --depth chunks");
        screen.result("  ./holdfast restore " + Demo.INSTANCE + " --agent " + Platform.AGENT
                + " --then prove --directory \"$RESTORE_FOLDER/data\"");
        screen.result("");
        screen.result("Kafka: " + platform.bootstrapServers() + ", topics holdfast.*");
        screen.result("PostgreSQL " + database.version() + ": " + database.jdbcUrl() + ", user postgres, password in "
                + database.passwordFile());
        screen.result("Files: " + fresh.root());
        screen.result("");
        screen.result("Ready. Interrupt (Ctrl-C) to end it.");
    }
}
