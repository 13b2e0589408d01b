package io.holdfast.localservers;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a broker of our own shall run.
 *
 * @param data its folder; made and formatted if it is new or empty, else its data are kept
 * @param port where clients connect; 0 takes the port of the last run if that is free, else any free one
 * @param tls how clients connect by TLS; without it they connect in the clear, on the loopback interface only
 * @param users the users that may log in by SCRAM-SHA-512, with their passwords, taken up when the folder is formatted; without
 *     any, clients do not log in
 * @param properties further broker properties, stronger than ours
 * @param advertised the port that clients are told to connect to, a proxy's; 0 for the broker's own
 * @param place in a cluster of several; without one it is a cluster of its own
 */
public record BrokerOptions(
        Path data,
        int port,
        Optional<BrokerTls> tls,
        Map<String, String> users,
        Map<String, String> properties,
        int advertised,
        Optional<ClusterPlace> place) {
    public BrokerOptions {
        users = Map.copyOf(users);
        properties = Map.copyOf(properties);
    }

    /** In the clear, without users, on a free port. */
    public static BrokerOptions in(Path data) {
        return new BrokerOptions(data, 0, Optional.empty(), Map.of(), Map.of(), 0, Optional.empty());
    }

    /** The same on this port. */
    public BrokerOptions withPort(int wanted) {
        return new BrokerOptions(data, wanted, tls, users, properties, advertised, place);
    }

    /** The same by TLS. */
    public BrokerOptions withTls(BrokerTls wanted) {
        return new BrokerOptions(data, port, Optional.of(wanted), users, properties, advertised, place);
    }

    /** The same with one more user that logs in by SCRAM-SHA-512. */
    public BrokerOptions withUser(String name, String password) {
        return new BrokerOptions(data, port, tls, with(users, name, password), properties, advertised, place);
    }

    /** The same with one more broker property. */
    public BrokerOptions withProperty(String name, String value) {
        return new BrokerOptions(data, port, tls, users, with(properties, name, value), advertised, place);
    }

    /** The same for clients that connect through a proxy on this loopback port. */
    public BrokerOptions behind(int proxy) {
        return new BrokerOptions(data, port, tls, users, properties, proxy, place);
    }

    /** The same as a part of a cluster. */
    BrokerOptions in(ClusterPlace wanted) {
        return new BrokerOptions(data, port, tls, users, properties, advertised, Optional.of(wanted));
    }

    private static Map<String, String> with(Map<String, String> map, String name, String value) {
        Map<String, String> larger = new TreeMap<>(map);
        larger.put(name, value);
        return larger;
    }

    /** Never shows a password. */
    @Override
    public String toString() {
        return "BrokerOptions[data=" + data + ", port=" + port + ", tls=" + tls + ", users=" + users.keySet() + "]";
    }
}
