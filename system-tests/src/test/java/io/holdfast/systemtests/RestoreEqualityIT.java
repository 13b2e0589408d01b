package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.manifest.ManifestBody;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is restored is what was backed up: over both repositories, both ways of reading, and every version. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestoreEqualityIT {
    private final Map<InstanceName, PrivatePostgres> databases = new LinkedHashMap<>();
    private Site site;

    /** The agent finds the programs of the second version, too, wherever they lie. */
    private final class EveryVersion implements SiteTuning {
        @Override
        public void configure(FleetFolder fleet) throws Exception {
            Path small = database("pg16").binaries().bin();
            SiteTuning.replace(fleet.config("agent"), "binaries: [", "binaries: [" + small + ", ");
        }
    }

    @BeforeAll
    void start() throws Exception {
        for (int major : new int[] {18, 17, 16, 15}) {
            PostgresOptions options = Databases.options(major);
            databases.put(
                    InstanceName.parse("pg" + major),
                    Databases.filled(major == 17 ? options.withInitdbArgument("--allow-group-access") : options, 20));
        }
        site = new Site(databases, "4MiB", new EveryVersion());
    }

    @AfterAll
    void stop() throws Exception {
        site.close();
        databases.values().forEach(PrivatePostgres::close);
    }

    /** S1, S2: versions, repositories and ways of reading: every table is the same, and its structure is checked. */
    @ParameterizedTest
    @CsvSource({
        "pg18, main, SQL",
        "pg18, main, FILES",
        "pg18, kafka, SQL",
        "pg18, kafka, FILES",
        "pg17, main, SQL",
        "pg17, kafka, FILES",
        "pg16, main, SQL",
        "pg16, main, FILES",
        "pg15, main, FILES",
        "pg15, kafka, SQL"
    })
    void aRestoredDatabaseHoldsWhatWasBackedUp(String name, String repository, Access access) throws Exception {
        InstanceName instance = InstanceName.parse(name);
        PrivatePostgres source = database(name);
        JobStatus backup = site.complete(Site.backup(instance, RepositoryName.parse(repository), access));
        ManifestBody body = site.manifest(Objects.requireNonNull(backup.set()));
        assertThat(body.totals().badPageCount()).isZero();
        assertThat(body.totals().pagesChecked()).isPositive();
        assertThat(body.totals().workers()).hasSize(2);
        assertThat(backup.suite()).isEqualTo(Suite.AES_256);

        Path target = ServersForTests.folder("restored");
        site.complete(Site.restore(instance, target.resolve("data"), AfterRestore.LEAVE));
        assertThat(modes(target.resolve("data")))
                .isEqualTo(modes(source.data()))
                .containsEntry("PG_VERSION", name.equals("pg17") ? "rw-r-----" : "rw-------")
                .containsEntry("base", name.equals("pg17") ? "rwxr-x---" : "rwx------");
        try (PrivatePostgres restored = Databases.restored(source, target)) {
            assertThat(Databases.hashes(restored))
                    .isEqualTo(Databases.hashes(source))
                    .isNotEmpty();
            assertThat(restored.ask("SELECT timeline_id FROM pg_control_checkpoint()"))
                    .isNotEqualTo("1");
            Databases.checkStructure(restored);
        }
    }

    private PrivatePostgres database(String name) {
        return Objects.requireNonNull(databases.get(InstanceName.parse(name)));
    }

    /** The permissions of a data directory and of some things in it. */
    private static Map<String, String> modes(Path data) throws IOException {
        Map<String, String> modes = new TreeMap<>();
        for (String path :
                List.of("", "PG_VERSION", "base", "base/1", "base/1/PG_VERSION", "global/pg_control", "pg_wal")) {
            modes.put(path, PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(path))));
        }
        return modes;
    }

    @Test
    void aProofSaysWhichOfItsToolsAreMissing() {
        InstanceName instance = InstanceName.parse("pg16");
        site.complete(Site.backup(instance, Site.FILE, null));
        Path target = ServersForTests.folder("proven");
        JobStatus end = site.complete(Site.restore(instance, target.resolve("data"), AfterRestore.PROVE));
        String[] words = switch (database("pg16").binaries().build()) {
            case SMALL ->
                new String[] {
                    "files read back: all",
                    "pg_verifybackup is not installed",
                    "pg_amcheck: not run, it is not installed",
                    "pg_checksums: not run, it is not installed"
                };
            case FULL -> new String[] {"pg_verifybackup: ", "pg_amcheck: no corruption", "pg_checksums: "};
        };
        assertThat(end.note()).contains("databases: ").contains(words);
    }

    /** J4: anybody can have a set read back, at either depth. */
    @Test
    void aSetIsVerifiedByItsRootsAndByItsChunks() {
        InstanceName instance = InstanceName.parse("pg18");
        for (RepositoryName repository : new RepositoryName[] {Site.FILE, Site.KAFKA}) {
            JobStatus backup = site.complete(Site.backup(instance, repository, null));
            for (VerifyDepth depth : VerifyDepth.values()) {
                site.complete(new JobRequest.Verify(1, JobIds.next(), instance, backup.set(), depth));
            }
        }
    }
}
