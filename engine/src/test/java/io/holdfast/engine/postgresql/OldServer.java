package io.holdfast.engine.postgresql;

import io.holdfast.engine.ConnectionEncryption;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.PasswordSource;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.job.Access;
import java.util.Optional;

/** Settings of a server that nobody connects to. */
final class OldServer {
    private OldServer() {}

    static InstanceSettings settings() {
        return at("127.0.0.1");
    }

    /** The same on another host. */
    static InstanceSettings at(String host) {
        return new InstanceSettings(
                InstanceName.parse("old"),
                host,
                5432,
                "postgres",
                "holdfast",
                PasswordSource.NONE,
                ConnectionEncryption.PREFERRED,
                Access.SQL,
                Optional.empty());
    }
}
