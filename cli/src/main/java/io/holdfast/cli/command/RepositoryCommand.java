package io.holdfast.cli.command;

import io.holdfast.repository.file.FileRepository;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "repository",
        description = "Works on a repository as a whole.",
        subcommands = {RepositoryCommand.Create.class},
        footer = {"", "Examples:", "  holdfast repository create /mnt/backup/holdfast"})
final class RepositoryCommand implements Runnable {
    @ParentCommand
    Holdfast holdfast;

    @Override
    public void run() {
        throw Holdfast.usage("which? holdfast repository create FOLDER");
    }

    @Command(
            name = "create",
            description = {
                "Makes a repository of an empty folder, or of a new one in a folder that exists.",
                "Run it once, as the user of the workers; processes use no folder that is no repository yet."
            },
            footer = {"", "Examples:", "  holdfast repository create /mnt/backup/holdfast"})
    static final class Create implements Callable<Integer> {
        @ParentCommand
        RepositoryCommand repository;

        @Parameters(paramLabel = "FOLDER", description = "Where sets shall lie.")
        Path folder;

        @Override
        public Integer call() {
            FileRepository.make(folder);
            repository.holdfast.screen().result("The folder " + folder.toAbsolutePath() + " is a repository.");
            return ExitCode.OK.number();
        }
    }
}
