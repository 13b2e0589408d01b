package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.client.JobIds;
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
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
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
            databases.put(InstanceName.parse("pg" + major), Databases.filled(major, 20));
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
        try (PrivatePostgres restored = Databases.restored(source, target)) {
            assertThat(Databases.hashes(restored))
                    .isEqualTo(Databases.hashes(source))
                    .isNotEmpty();
            assertThat(restored.ask("SELECT timeline_id FROM pg_control_checkpoint()"))
                    .isNotEqualTo("1");
            restored.run("pg_amcheck", "--install-missing", "--heapallindexed", "--all");
        }
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
