package io.holdfast.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.client.FleetClient;
import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.Screen;
import io.holdfast.cli.show.Shown;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.JobRequest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SubmissionTest {
    private static final JobRequest REQUEST =
            new JobRequest.Verify(1, Shown.JOB, InstanceName.parse("shop"), null, null);

    private final ByteArrayOutputStream results = new ByteArrayOutputStream();
    private final ByteArrayOutputStream words = new ByteArrayOutputStream();

    private void submit(Suite suite, Form form) {
        Screen screen = new Screen(stream(results), stream(words));
        try (OneJob client = new OneJob(Shown.job(suite))) {
            int code = new Submission(new Results(screen, form), client).run(REQUEST, Submission.Wait.FOR_THE_ANSWER);
            assertThat(code).isZero();
        }
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    @Test
    void aWarningIsSaidAtOnceAndStandsInTheResultInBothForms() {
        submit(Suite.TRIPLE_DES_3KEY, Form.TABLES);
        assertThat(words.toString(StandardCharsets.UTF_8))
                .startsWith("warning: ")
                .contains("NIST SP 800-131A");
        assertThat(results.toString(StandardCharsets.UTF_8)).contains("NIST SP 800-131A");
        results.reset();
        submit(Suite.NONE, Form.JSON);
        assertThat(results.toString(StandardCharsets.UTF_8))
                .startsWith("{")
                .contains("\"suite\":\"none\"")
                .contains("\"warning\":\"NOT ENCRYPTED");
    }

    @Test
    void aJobWithoutReasonToWarnSaysNothingOfIt() {
        submit(Suite.AES_256, Form.TABLES);
        assertThat(words.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(results.toString(StandardCharsets.UTF_8)).contains("AES_256").doesNotContain("warning");
    }

    /** A fleet that knows one job. */
    private record OneJob(JobStatus job) implements FleetClient {
        @Override
        public JobStatus submit(JobRequest request, Duration patience) {
            return job;
        }

        @Override
        public List<JobStatus> jobs() {
            return List.of(job);
        }

        @Override
        public Optional<JobStatus> job(JobId id) {
            return Optional.of(job);
        }

        @Override
        public JobStatus follow(JobId id, Consumer<JobStatus> watcher) {
            return job;
        }

        @Override
        public void close() {}
    }
}
