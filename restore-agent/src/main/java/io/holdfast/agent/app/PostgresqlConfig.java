package io.holdfast.agent.app;

import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How the agent makes and starts instances of PostgreSQL. */
public record PostgresqlConfig(
        @Setting(
                doc =
                        "Directories with PostgreSQL's programs (pg_ctl, postgres and, where they are, pg_verifybackup, pg_amcheck,"
                                + " pg_checksums), of one or more major versions. The usual places of Debian and Red Hat are looked"
                                + " into anyway. Needed only to start or prove instances.",
                example = "[/usr/lib/postgresql/18/bin]")
        @Default("[]")
        List<Path> binaries,

        @Setting(
                doc =
                        "The operating system's user that restored instances belong to and run as, when the agent runs as root;"
                                + " postgres unless set.",
                example = "postgres")
        Optional<String> user,

        @Setting(doc = "The role that a restored instance is checked as; its superuser.", example = "postgres")
        @Default("postgres")
        String superuser,

        @Setting(doc = "How long recovery of a restored instance may take.", example = "4h") @Default("1h")
        Duration recoveryPatience) {
    public PostgresqlConfig {
        binaries = List.copyOf(binaries);
    }
}
