package io.holdfast.engine;

import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.job.Access;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where an instance is and how it is read; from the configuration of the process, never from a job.
 *
 * @param name the name that jobs use
 * @param host host name or address
 * @param port TCP port
 * @param database the database to connect to; any one does, grants of functions are made in it
 * @param user the role, see docs/postgresql-role.md
 * @param password read anew at every connection
 * @param encryption TLS of the connection
 * @param access how files are read when a job says nothing
 * @param dataDirectory the data directory as this process sees it, needed for {@link Access#FILES}
 */
public record InstanceSettings(
        InstanceName name,
        String host,
        int port,
        String database,
        String user,
        PasswordSource password,
        ConnectionEncryption encryption,
        Access access,
        Optional<Path> dataDirectory) {
    /** What messages call it. */
    public String shown() {
        return "instance " + name + " (" + user + "@" + host + ":" + port + "/" + database + ")";
    }
}
