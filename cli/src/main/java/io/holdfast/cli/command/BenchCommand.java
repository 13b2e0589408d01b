package io.holdfast.cli.command;

import io.holdfast.cli.bench.PeersBench;
import io.holdfast.cli.bench.RewrapBench;
import io.holdfast.cli.bench.ScaleBench;
import io.holdfast.cli.demo.DemoFolder;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "bench",
        description = "Measures on this machine.",
        subcommands = {BenchCommand.Peers.class, BenchCommand.Scale.class, BenchCommand.Rewrap.class},
        footer = {"", "Examples:", "  holdfast bench peers", "  holdfast bench scale", "  holdfast bench rewrap"})
final class BenchCommand implements Runnable {
    @ParentCommand
    Holdfast holdfast;

    @Override
    public void run() {
        throw Holdfast.usage("which? holdfast bench peers, holdfast bench scale or holdfast bench rewrap");
    }

    /** Where a measurement works. */
    static final class Place {
        @Option(
                names = "--folder",
                paramLabel = "DIR",
                description = "Where everything lies (default: a folder for temporary files).")
        @Nullable
        Path folder;

        Path folder() {
            return folder == null ? DemoFolder.usual("bench") : folder;
        }
    }

    @Command(
            name = "peers",
            description =
                    "Backs up and restores one database with Holdfast, pgBackRest and pg_basebackup, turn by turn.",
            footer = {
                "",
                "Examples:",
                "  holdfast bench peers",
                "  holdfast bench peers --size 500 --rounds 3 --compression zstd:1",
                "  holdfast bench peers --only FILES,pgBackRest",
                "  holdfast bench peers --size 100 --tables 50000"
            })
    static final class Peers implements Callable<Integer> {
        @ParentCommand
        BenchCommand bench;

        @Option(
                names = "--size",
                paramLabel = "MB",
                defaultValue = "2000",
                converter = OptionTypes.AtLeastOne.class,
                description = "About how large the database is (default 2000).")
        int megabytes;

        @Option(
                names = "--tables",
                paramLabel = "N",
                defaultValue = "0",
                description = "So many tables of one row beside it, each a file of its own (default 0).")
        int tables;

        @Option(
                names = "--rounds",
                paramLabel = "N",
                defaultValue = "5",
                converter = OptionTypes.AtLeastOne.class,
                description = "How many rounds are counted (default 5).")
        int rounds;

        @Option(
                names = "--compression",
                paramLabel = "CODEC[:LEVEL]",
                defaultValue = "zstd:3",
                description = "Of all tools (default zstd:3).")
        Compression compression;

        @Mixin
        Place place;

        @Option(
                names = "--only",
                paramLabel = "TEXT",
                split = ",",
                description = "Only tools with one of these texts in their names, for example kafka,pgBackRest.")
        List<String> only = List.of();

        @Mixin
        FormOptions output;

        @Override
        public Integer call() throws Exception {
            new PeersBench(bench.holdfast.screen(), output.form(), only)
                    .run(place.folder(), new PeersBench.Source(megabytes, tables), rounds, compression);
            return ExitCode.OK.number();
        }
    }

    @Command(
            name = "scale",
            description =
                    "Backs up one database with 1, 2, 4 and 8 workers whose reading is throttled, so that the work costs little"
                            + " and what is left is how well they share it.",
            footer = {"", "Examples:", "  holdfast bench scale", "  holdfast bench scale --size 400 --rate 5MiB"})
    static final class Scale implements Callable<Integer> {
        @ParentCommand
        BenchCommand bench;

        @Option(
                names = "--size",
                paramLabel = "MB",
                defaultValue = "800",
                converter = OptionTypes.AtLeastOne.class,
                description = "About how large the database is (default 800).")
        int megabytes;

        @Option(
                names = "--rate",
                paramLabel = "SIZE",
                defaultValue = "8MiB",
                description = "How much each worker reads in a second at most (default 8MiB).")
        String rate;

        @Option(
                names = "--rounds",
                paramLabel = "N",
                defaultValue = "3",
                converter = OptionTypes.AtLeastOne.class,
                description = "How many backups with each number of workers (default 3).")
        int rounds;

        @Mixin
        Place place;

        @Mixin
        FormOptions output;

        @Override
        public Integer call() throws Exception {
            new ScaleBench(bench.holdfast.screen(), output.form(), rate).run(place.folder(), megabytes, rounds);
            return ExitCode.OK.number();
        }
    }

    @Command(
            name = "rewrap",
            description =
                    "Publishes many sets of no data, rotates their encryptor, and rewraps them: a new key section for each.",
            footer = {"", "Examples:", "  holdfast bench rewrap", "  holdfast bench rewrap --sets 100000"})
    static final class Rewrap implements Callable<Integer> {
        @ParentCommand
        BenchCommand bench;

        @Option(
                names = "--sets",
                paramLabel = "N",
                defaultValue = "10000",
                converter = OptionTypes.AtLeastOne.class,
                description = "How many sets (default 10000).")
        int sets;

        @Mixin
        Place place;

        @Mixin
        FormOptions output;

        @Override
        public Integer call() {
            new RewrapBench(bench.holdfast.screen(), output.form()).run(place.folder(), sets);
            return ExitCode.OK.number();
        }
    }
}
