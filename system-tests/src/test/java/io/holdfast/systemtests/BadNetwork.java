package io.holdfast.systemtests;

import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.FreePort;
import io.holdfast.localservers.LinkFault;
import io.holdfast.localservers.UnreliableProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A site whose processes reach Kafka, the gateway and the database through proxies that can be made bad. */
final class BadNetwork implements SiteTuning, AutoCloseable {
    private static final Pattern GATEWAY = Pattern.compile("(url: https://\\S+:)(\\d+)");

    /** The pause after the first attempt of a job; the next ones are longer. */
    static final Duration RETRY = Duration.ofSeconds(1);

    /** What is behind a proxy. */
    enum Behind {
        KAFKA(100_000),
        /** Less than one request on a connection that is kept alive: a key is asked for once, and that must be cut. */
        GATEWAY(400),
        DATABASE(100_000);

        private final int most;

        Behind(int most) {
            this.most = most;
        }

        /** So many bytes a connection lasts at most when connections are cut. */
        int most() {
            return most;
        }
    }

    private final int database;
    private final int broker = FreePort.next();
    private final Map<Behind, UnreliableProxy> proxies = new EnumMap<>(Behind.class);

    /** For a site with one database, on this port. */
    BadNetwork(int database) {
        this.database = database;
        proxies.put(Behind.KAFKA, UnreliableProxy.to(broker));
        proxies.put(Behind.DATABASE, UnreliableProxy.to(database));
    }

    @Override
    public BrokerOptions broker(BrokerOptions usual) {
        return usual.withPort(broker).behind(proxy(Behind.KAFKA).port());
    }

    @Override
    public void configure(FleetFolder fleet) throws IOException {
        for (String process : List.of("coordinator", "worker", "agent")) {
            Path file = fleet.config(process);
            String text = Files.readString(file);
            Matcher gateway = GATEWAY.matcher(text);
            if (gateway.find()) {
                int port = Integer.parseInt(gateway.group(2));
                proxies.computeIfAbsent(Behind.GATEWAY, unused -> UnreliableProxy.to(port));
                text = text.replace(
                        gateway.group(),
                        gateway.group(1) + proxy(Behind.GATEWAY).port());
            }
            text = text.replace(
                    "port: " + database, "port: " + proxy(Behind.DATABASE).port());
            Files.writeString(file, text);
        }
        SiteTuning.append(fleet.config("coordinator"), "leases:\n  retry: " + RETRY.toSeconds() + "s\n");
    }

    UnreliableProxy proxy(Behind behind) {
        UnreliableProxy proxy = proxies.get(behind);
        if (proxy == null) {
            throw new IllegalStateException("no proxy before " + behind);
        }
        return proxy;
    }

    void heal() {
        proxies.values().forEach(proxy -> proxy.become(new LinkFault.None()));
    }

    @Override
    public void close() {
        proxies.values().forEach(UnreliableProxy::close);
    }
}
