package io.holdfast.forecast.point;

import java.time.Instant;
import java.util.Map;

/**
 * Which database server, and how it is set.
 *
 * @param id what no other server has
 * @param started when it started, to about a second
 * @param countsSince when its counters were last set to zero, to about a second
 * @param pageBytes how large a page is
 * @param dataBytes how large all data is that would be encrypted
 * @param settings what bears on the cost of encryption, by name
 */
public record ServerFacts(
        Engine engine,
        String id,
        String version,
        Instant started,
        Instant countsSince,
        int pageBytes,
        long dataBytes,
        Map<String, String> settings) {
    /** A kind of server. */
    public enum Engine {
        /** InnoDB's tablespaces. */
        MARIADB,
        /** With pg_tde, or on an encrypted file system. */
        POSTGRESQL
    }

    public ServerFacts {
        settings = Map.copyOf(settings);
    }
}
