package io.holdfast.cli.command;

import io.holdfast.catalog.CatalogWriter;
import io.holdfast.catalog.RepositoryCatalog;
import io.holdfast.cli.client.ClientConfig;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.TopicKeeper;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.repository.Repository;
import io.holdfast.runtime.process.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "catalog",
        description = "Works on the catalog as a whole.",
        subcommands = {CatalogCommand.Rebuild.class},
        footer = {"", "Examples:", "  holdfast catalog rebuild --repository main"})
final class CatalogCommand implements Runnable {
    @ParentCommand
    Holdfast holdfast;

    @Override
    public void run() {
        throw Holdfast.usage("which? holdfast catalog rebuild --repository NAME");
    }

    @Command(
            name = "rebuild",
            description = "Writes every verified set of a repository into the catalog's topic; removes nothing.",
            footer = {"", "Examples:", "  holdfast catalog rebuild --repository main"})
    static final class Rebuild implements Callable<Integer> {
        @ParentCommand
        CatalogCommand catalog;

        @Mixin
        ClientOptions client;

        @Option(
                names = "--repository",
                required = true,
                paramLabel = "NAME",
                description = "A repository of the client's configuration.")
        RepositoryName repository;

        @Override
        public Integer call() {
            Holdfast holdfast = catalog.holdfast;
            ClientConfig config = holdfast.config(client.file());
            KafkaSettings kafka = config.brokers(holdfast.env());
            // Where the topics are lost, nobody else may be there to make them.
            try (TopicKeeper keeper = TopicKeeper.open(kafka, "holdfast-cli")) {
                keeper.make(config.topicPlan().control().stream()
                        .filter(topic -> topic.name().equals(config.topics().catalog()))
                        .toList());
            }
            RepositoryCatalog.Findings findings;
            try (Repository opened = config.open(repository, holdfast.env());
                    RecordProducer producer = RecordProducer.open(kafka, "holdfast-cli")) {
                findings = RepositoryCatalog.rebuild(
                        opened, new PinnedKeys(config.manifestKeys()), new CatalogWriter(producer, config.topics()));
            }
            client.results(holdfast.screen()).rebuilt(findings);
            return findings.refused().isEmpty() ? ExitCode.OK.number() : ExitCode.CORRUPT.number();
        }
    }
}
