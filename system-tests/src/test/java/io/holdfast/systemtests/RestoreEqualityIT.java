package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.client.JobIds;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
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

/** What is restored is what was backed up: over both repositories, both ways of reading, and three versions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestoreEqualityIT {
    private final Map<InstanceName, PrivatePostgres> databases = new LinkedHashMap<>();
    private Site site;

    @BeforeAll
    void start() throws Exception {
        for (int major : new int[] {18, 17, 15}) {
            PostgresOptions options = Databases.options(major);
            databases.put(
                    InstanceName.parse("pg" + major),
                    Databases.filled(major == 17 ? options.withInitdbArgument("--allow-group-access") : options, 20));
        }
        site = new Site(databases, "4MiB");
    }

    @AfterAll
    void stop() throws Exception {
        site.close();
        databases.values().forEach(PrivatePostgres::close);
    }

    @ParameterizedTest
    @CsvSource({
        "pg18, main, SQL",
        "pg18, main, FILES",
        "pg18, kafka, SQL",
        "pg18, kafka, FILES",
        "pg17, main, SQL",
        "pg17, kafka, FILES",
        "pg15, main, FILES",
        "pg15, kafka, SQL"
    })
    void aRestoredDatabaseHoldsWhatWasBackedUp(String name, String repository, Access access) throws Exception {
        InstanceName instance = InstanceName.parse(name);
        PrivatePostgres source = Objects.requireNonNull(databases.get(instance));
        JobStatus backup = site.complete(Site.backup(instance, RepositoryName.parse(repository), access));
        ManifestBody body = site.manifest(Objects.requireNonNull(backup.set()));
        assertThat(body.totals().badPageCount()).isZero();
        assertThat(body.totals().pagesChecked()).isPositive();
        assertThat(body.totals().workers()).hasSize(2);

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
            restored.run("pg_amcheck", "--install-missing", "--heapallindexed", "--all");
        }
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
