package io.holdfast.cli.command;

import io.holdfast.cli.bench.PeersBench;
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
        subcommands = {BenchCommand.Peers.class},
        footer = {"", "Examples:", "  holdfast bench peers"})
final class BenchCommand implements Runnable {
    @ParentCommand
    Holdfast holdfast;

    @Override
    public void run() {
        throw Holdfast.usage("which? holdfast bench peers");
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
                "  holdfast bench peers --only FILES,pgBackRest"
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

        @Option(
                names = "--folder",
                paramLabel = "DIR",
                description = "Where everything lies (default: a folder for temporary files).")
        @Nullable
        Path folder;

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
            Path place = folder == null ? DemoFolder.usual("bench") : folder;
            new PeersBench(bench.holdfast.screen(), output.form(), only).run(place, megabytes, rounds, compression);
            return ExitCode.OK.number();
        }
    }
}
