package io.holdfast.cli.command;

import io.holdfast.cli.demo.Demo;
import io.holdfast.cli.demo.DemoFolder;
import io.holdfast.cli.demo.Shop;
import io.holdfast.localservers.PostgresBinaries;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "demo",
        description =
                "Backs up a real PostgreSQL under write load, destroys it, restores it, and proves that it is the same.",
        footer = {"", "Examples:", "  holdfast demo", "  holdfast demo --size 1000 --folder /srv/demo"})
final class DemoCommand implements Callable<Integer> {
    private static final int ACCOUNTS = 100_000;

    @ParentCommand
    Holdfast holdfast;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description =
                    "Where everything lies; what an earlier demo left there is replaced (default: a folder for temporary files).")
    @Nullable
    Path folder;

    @Option(
            names = "--size",
            paramLabel = "MB",
            defaultValue = "300",
            converter = OptionTypes.AtLeastOne.class,
            description = "About how large the database is (default 300).")
    int megabytes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of the write load (default 1).")
    long seed;

    @Mixin
    FormOptions output;

    @Override
    public Integer call() throws Exception {
        Path place = folder == null ? DemoFolder.usual("demo") : folder;
        DemoFolder fresh = DemoFolder.fresh(place, PostgresBinaries.newest());
        Shop shop = new Shop(seed, ACCOUNTS, megabytes);
        boolean proven = new Demo(holdfast.screen(), fresh, shop).run(output.form());
        return proven ? ExitCode.OK.number() : ExitCode.PERMANENT.number();
    }
}
