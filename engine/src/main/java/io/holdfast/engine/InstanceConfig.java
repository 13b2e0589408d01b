package io.holdfast.engine;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.job.Access;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.OnDisk;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.config.Setting;
import java.nio.file.Path;
import java.util.Optional;

/** One instance in the configuration of a process; the key of its section is its name. */
public record InstanceConfig(
        @Setting(doc = "Host name or address of the server.", example = "db-1.example") @Default("127.0.0.1")
        String host,

        @Setting(doc = "Its TCP port.", example = "5432") @Default("5432")
        int port,

        @Setting(doc = "The database to connect to; any one does, but the role's grants must be made in it.")
        @Default("postgres")
        String database,

        @Setting(doc = "The role that reads; docs/postgresql-role.md says what it needs.", example = "holdfast")
        @Default("holdfast")
        String user,

        @Setting(
                doc = "Where the role's password lies; nothing for trust, peer or certificate.",
                example = "file:secrets/db-1.password")
        Optional<SecretRef> password,

        @Setting(
                doc = "TLS to the server: disable, prefer, require, verify-ca or verify-full.",
                example = "verify-full")
        @Default("prefer")
        ConnectionEncryption.Mode sslMode,

        @Setting(doc = "PEM file of the CAs that the server's certificate is checked against.")
        @OnDisk(OnDisk.What.FILE)
        Optional<Path> sslRootCertificate,

        @Setting(doc = "How files are read when a job does not say: sql or files.", example = "sql") @Default("sql")
        Access access,

        @Setting(
                doc = "The data directory as this process sees it; needed to read with access: files.",
                example = "/var/lib/postgresql/18/main")
        Optional<Path> dataDirectory) {
    public InstanceConfig {
        if (port < 1 || port > 65_535) {
            throw Permanent.invalid("a port is 1 to 65535", Integer.toString(port));
        }
    }

    /** What the engine takes; the password is read through {@code secrets} at every connection. */
    public InstanceSettings settings(InstanceName name, SecretResolver secrets) {
        PasswordSource source = password.<PasswordSource>map(reference -> () -> Optional.of(secrets.resolve(reference)))
                .orElse(PasswordSource.NONE);
        return new InstanceSettings(
                name,
                host,
                port,
                database,
                user,
                source,
                new ConnectionEncryption(sslMode, sslRootCertificate),
                access,
                dataDirectory);
    }
}
