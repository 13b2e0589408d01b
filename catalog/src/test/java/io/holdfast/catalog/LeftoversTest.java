package io.holdfast.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobKind;
import io.holdfast.repository.ObjectName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is removed from a repository, and above all what is not. */
class LeftoversTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private final MemoryRepository repository = new MemoryRepository();
    private final Map<JobId, JobStatus> statuses = new HashMap<>();
    private final Set<SetId> catalogued = new HashSet<>();
    private Instant made = NOW.minus(Duration.ofHours(1));

    private class Remembered implements Leftovers.Known {
        @Override
        public Optional<JobStatus> status(SetId set) {
            return Optional.ofNullable(statuses.get(set.job()));
        }

        @Override
        public boolean catalogued(SetId set) {
            return catalogued.contains(set);
        }

        @Override
        public Instant made(SetId set) {
            return made;
        }
    }

    /** A set of which something lies in the repository. */
    private SetId set(int job, int attempt) {
        SetId set = SetId.parse("01JDXZ0000000000000000000" + job + "-" + attempt);
        repository.putObject(ObjectName.keys(set, 1), new byte[] {1});
        return set;
    }

    private void status(SetId set, JobState state, int attempt) {
        statuses.put(
                set.job(),
                new JobStatus(
                        1,
                        set.job(),
                        JobKind.BACKUP,
                        InstanceName.parse("shop"),
                        new Attempt(attempt),
                        state,
                        null,
                        null,
                        Progress.NONE,
                        NOW,
                        NOW,
                        null,
                        null,
                        null));
    }

    private Map<SetId, Leftovers.Kind> found() {
        return Leftovers.find(repository, new Remembered(), NOW);
    }

    @Test
    void whatFailedAndCancelledJobsLeftIsLeftOver() {
        SetId failed = set(1, 3);
        SetId cancelled = set(2, 1);
        status(failed, JobState.FAILED, 3);
        status(cancelled, JobState.CANCELLED, 1);
        assertThat(found())
                .containsOnly(entry(failed, Leftovers.Kind.LEFT_OVER), entry(cancelled, Leftovers.Kind.LEFT_OVER));
    }

    @Test
    void ofARunningJobOnlyEarlierAttemptsAreLeftOver() {
        SetId first = set(1, 1);
        SetId second = set(1, 2);
        SetId third = set(1, 3);
        for (JobState state : new JobState[] {
            JobState.ACCEPTED,
            JobState.OPENING,
            JobState.RUNNING,
            JobState.CLOSING,
            JobState.INDEXING,
            JobState.PUBLISHING
        }) {
            status(first, state, 2);
            // The status may be behind the third attempt.
            assertThat(found())
                    .containsOnly(
                            entry(first, Leftovers.Kind.LEFT_OVER),
                            entry(second, Leftovers.Kind.RUNNING),
                            entry(third, Leftovers.Kind.RUNNING));
        }
    }

    @Test
    void aSetWithAManifestOrInTheCatalogIsNeverLeftOver() {
        SetId published = set(1, 1);
        SetId known = set(2, 1);
        repository.putObject(ObjectName.manifest(published), new byte[] {1});
        catalogued.add(known);
        status(published, JobState.FAILED, 1);
        status(known, JobState.FAILED, 1);
        assertThat(found())
                .containsOnly(entry(published, Leftovers.Kind.COMPLETE), entry(known, Leftovers.Kind.COMPLETE));
    }

    @Test
    void theSetThatACompleteJobMadeIsKeptEvenWhenItsManifestIsNotSeen() {
        SetId first = set(1, 1);
        SetId second = set(1, 2);
        status(second, JobState.COMPLETE, 2);
        assertThat(found())
                .containsOnly(entry(first, Leftovers.Kind.LEFT_OVER), entry(second, Leftovers.Kind.COMPLETE));
    }

    @Test
    void aSetThatIsPublishedWhileWeLookIsKept() {
        SetId set = set(1, 1);
        Leftovers.Known publishing = new Remembered() {
            @Override
            public Optional<JobStatus> status(SetId asked) {
                repository.putObject(ObjectName.manifest(asked), new byte[] {1});
                LeftoversTest.this.status(asked, JobState.FAILED, 1);
                return super.status(asked);
            }
        };
        assertThat(Leftovers.find(repository, publishing, NOW)).containsOnly(entry(set, Leftovers.Kind.COMPLETE));
    }

    @Test
    void aSetWhoseJobNobodyKnowsIsAnotherFleetsUntilItIsTooOldToRun() {
        SetId unknown = set(1, 1);
        assertThat(found()).containsOnly(entry(unknown, Leftovers.Kind.UNKNOWN));
        made = NOW.minus(Leftovers.FORGOTTEN).minusSeconds(1);
        assertThat(found()).containsOnly(entry(unknown, Leftovers.Kind.LEFT_OVER));
    }
}
