package io.holdfast.localservers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/** Three brokers that are controllers too, each a process of its own; topics of theirs have three copies, of which two must be in step. */
public final class BrokerCluster implements AutoCloseable {
    /** How many brokers it has. */
    public static final int SIZE = 3;

    private static final List<String> INTERNAL_TOPICS =
            List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic");

    private final List<BrokerProcess> brokers;

    private BrokerCluster(List<BrokerProcess> brokers) {
        this.brokers = brokers;
    }

    /** Starts all with their data below {@code folder}, which must be new, and waits until they take connections. */
    public static BrokerCluster start(Path folder) {
        String cluster = Uuid.randomUuid().toString();
        List<Integer> ports =
                IntStream.range(0, SIZE).mapToObj(i -> FreePort.next()).toList();
        String voters = IntStream.range(0, SIZE)
                .mapToObj(i -> (i + 1) + "@127.0.0.1:" + ports.get(i) + ":" + Uuid.randomUuid())
                .collect(Collectors.joining(","));
        // None is ready before a second one is there.
        List<CompletableFuture<BrokerProcess>> starting = new ArrayList<>();
        for (int node = 1; node <= SIZE; node++) {
            ClusterPlace place = new ClusterPlace(node, cluster, ports.get(node - 1), voters);
            BrokerOptions options = options(folder.resolve("broker-" + node)).in(place);
            starting.add(CompletableFuture.supplyAsync(() -> BrokerProcess.start(options), Thread::startVirtualThread));
        }
        try {
            return new BrokerCluster(
                    starting.stream().map(CompletableFuture::join).toList());
        } catch (RuntimeException e) {
            for (CompletableFuture<BrokerProcess> one : starting) {
                CompletableFuture<Void> unused = one.thenAccept(BrokerProcess::kill);
            }
            throw e;
        }
    }

    private static BrokerOptions options(Path data) {
        BrokerOptions options = BrokerOptions.in(data);
        for (String topic : INTERNAL_TOPICS) {
            String least = topic.equals("offsets.topic") ? "min.insync.replicas" : topic + ".min.isr";
            options = options.withProperty(topic + ".replication.factor", Integer.toString(SIZE))
                    .withProperty(least, Integer.toString(SIZE - 1));
        }
        return options.withProperty("default.replication.factor", Integer.toString(SIZE));
    }

    /** One of them, from 0. */
    public BrokerProcess broker(int index) {
        return brokers.get(index);
    }

    /** Where clients connect: all of them. */
    public String bootstrapServers() {
        return brokers.stream().map(BrokerProcess::bootstrapServers).collect(Collectors.joining(","));
    }

    /** Kills all: an orderly end of the last ones would wait for the others. */
    @Override
    public void close() {
        brokers.forEach(BrokerProcess::kill);
    }
}
