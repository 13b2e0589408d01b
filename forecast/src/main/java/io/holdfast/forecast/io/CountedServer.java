package io.holdfast.forecast.io;

import io.holdfast.forecast.point.Counter;
import io.holdfast.forecast.point.ServerFacts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;

/** A database server whose counters can be read. */
interface CountedServer {
    /** Which server, as of {@code now}. */
    ServerFacts facts(Instant now) throws SQLException;

    /** What it has counted up to now. */
    Map<Counter, Long> counters() throws SQLException;

    /** The number of its process, when that runs on this machine. */
    OptionalLong pid(Proc proc) throws SQLException;
}
