package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.LocalServersFailure;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.failure.Permanent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The comparison with other tools runs through, on a database too small for figures. */
class BenchIT {
    private static final int MAJOR = 15;
    private static final Path PGBACKREST = Path.of("/usr/bin/pgbackrest");

    @Test
    void allToolsBackUpAndRestoreOneDatabase() throws Exception {
        assertThat(ServersForTests.postgres(MAJOR)).isNotNull();
        assertThat(ServersForTests.required(BenchIT::pgBackRest)).isExecutable();
        Path folder = ServersForTests.folder("bench").resolve("place");
        HoldfastCommand.Outcome done = new HoldfastCommand(ServersForTests.folder("out"), Map.of())
                .run("bench", "peers", "--size", "20", "--rounds", "1", "--folder", folder.toString());
        assertThat(done.exit()).as("%s", done).isZero();
        assertThat(done.out())
                .contains("Holdfast, repository file, access FILES", "Holdfast, repository file, access SQL")
                .contains("Holdfast, repository kafka, access FILES", "pg_basebackup | openssl", "pgBackRest 2.")
                .contains("seconds", "CPU s", "stored", "peak memory", "fsync", "page checksums checked")
                .containsPattern("pgBackRest +[0-9.]+ \\([0-9.]+ to [0-9.]+\\) +1\\.00");
    }

    @Test
    void theKeysOfManySetsAreWrappedAnew() throws Exception {
        Path folder = ServersForTests.folder("bench").resolve("place");
        HoldfastCommand.Outcome done = new HoldfastCommand(ServersForTests.folder("out"), Map.of())
                .run("bench", "rewrap", "--sets", "40", "--folder", folder.toString(), "--json");
        assertThat(done.exit()).as("%s", done).isZero();
        assertThat(Documented.json(done.out()).get("rows"))
                .extracting(row -> row.get("note").asText())
                .containsExactly("sets: 40 rewrapped", "sets: 40 opened by exactly these encryptors already");
    }

    private static Path pgBackRest() {
        if (!Files.isExecutable(PGBACKREST)) {
            throw new Permanent(
                    LocalServersFailure.UNAVAILABLE, "pgBackRest is not installed", "apt-get install pgbackrest");
        }
        return PGBACKREST;
    }
}
