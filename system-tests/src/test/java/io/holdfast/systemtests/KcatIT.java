package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.client.JobIds;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Jobs come from anybody who can write to a topic, good ones and bad ones, and each is answered. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KcatIT {
    private static final InstanceName INSTANCE = InstanceName.parse("main");
    private static final JobId NO_ID = JobId.parse("0".repeat(26));
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private PrivatePostgres database;
    private Site site;
    private Kcat kcat;

    @BeforeAll
    void start() throws Exception {
        database = Databases.filled(18, 5);
        site = new Site(Map.of(INSTANCE, database), "4MiB");
        kcat = Kcat.against(site.broker().bootstrapServers());
    }

    @AfterAll
    void stop() throws Exception {
        site.close();
        database.close();
    }

    @Test
    void aBackupARestoreAndAVerificationAreSentByKcat() throws Exception {
        JobStatus backup = done(backUp(JobIds.next()));
        Path target = ServersForTests.folder("restored");
        JobId restore = JobIds.next();
        send(
                restore,
                "{\"v\":1,\"kind\":\"restore\",\"id\":\"" + restore
                        + "\",\"instance\":\"main\",\"agent\":\"local\",\"directory\":\"" + target.resolve("data")
                        + "\"}");
        done(restore);
        Databases.requireSame(database, target);
        JobId verify = JobIds.next();
        send(
                verify,
                "{\"v\":1,\"kind\":\"verify\",\"id\":\"" + verify + "\",\"instance\":\"main\",\"set\":\"" + backup.set()
                        + "\",\"depth\":\"chunks\"}");
        done(verify);
    }

    @Test
    void whatIsNoJobIsAnsweredAndTheNextGoodOneWorks() throws Exception {
        String topic = site.config().topics().jobs();
        JobId bytes = JobIds.next();
        kcat.send(topic, bytes.text(), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2});
        JobId field = JobIds.next();
        send(field, backup(field).replace("}", ",\"lable\":\"x\"}"));
        JobId value = JobIds.next();
        send(value, backup(value).replace("}", ",\"access\":\"by-magic\"}"));
        JobId unknown = JobIds.next();
        send(unknown, backup(unknown).replace("main", "nowhere"));
        JobId other = JobIds.next();
        kcat.send(topic, other.text(), backup(JobIds.next()));
        kcat.send(topic, "no id at all", "neither json");
        JobId good = backUp(JobIds.next());
        done(good);

        assertThat(rejection(bytes)).contains("coordinator.request-unreadable");
        assertThat(rejection(field)).contains("coordinator.request-unreadable", "lable", "did you mean \"label\"");
        assertThat(rejection(value)).contains("coordinator.request-unreadable", "access", "by-magic");
        assertThat(rejection(unknown)).contains("coordinator.unknown-instance", "nowhere", "main");
        assertThat(rejectionsOfAll())
                .anySatisfy(reason -> assertThat(reason).contains("coordinator.key-is-not-the-id", other.text()));
        assertThat(rejection(NO_ID)).contains("coordinator.request-unreadable");
    }

    @Test
    void aJobSentTwiceIsOneJobAndItsIdIsNoOtherJobs() throws Exception {
        JobId id = backUp(JobIds.next());
        backUp(id);
        send(id, backup(id).replace("}", ",\"label\":\"another\"}"));
        done(id);
        Patience.until(PATIENCE, "both are answered", () -> !rejection(id).isEmpty() && repeated(id));
        assertThat(rejection(id)).contains("coordinator.id-used-again");
        assertThat(of(id).stream().filter(event -> event.what() instanceof Happening.Accepted))
                .hasSize(1);
        assertThat(of(id).stream().filter(event -> event.what() instanceof Happening.Published))
                .hasSize(1);
    }

    private static String backup(JobId id) {
        return "{\"v\":1,\"kind\":\"backup\",\"id\":\"" + id + "\",\"instance\":\"main\"}";
    }

    private JobId backUp(JobId id) throws Exception {
        send(id, backup(id));
        return id;
    }

    private void send(JobId id, String json) throws Exception {
        kcat.send(site.config().topics().jobs(), id.text(), json.getBytes(StandardCharsets.UTF_8));
    }

    private JobStatus done(JobId id) throws Exception {
        Patience.until(PATIENCE, "job " + id + " has ended", () -> {
            Optional<JobStatus> now = site.client().job(id);
            return now.isPresent() && now.get().state().terminal();
        });
        JobStatus end = site.client().job(id).orElseThrow();
        assertThat(end.state()).as("%s %s", end.failure(), site.logs()).isEqualTo(JobState.COMPLETE);
        return end;
    }

    private List<JobEvent> of(JobId id) throws Exception {
        return kcat.events(site.config().topics().jobEvents()).stream()
                .filter(event -> event.job().equals(id))
                .toList();
    }

    private boolean repeated(JobId id) throws Exception {
        return of(id).stream().anyMatch(event -> event.what() instanceof Happening.Repeated);
    }

    private String rejection(JobId id) throws Exception {
        return String.join("\n", reasons(of(id)));
    }

    private List<String> rejectionsOfAll() throws Exception {
        return reasons(kcat.events(site.config().topics().jobEvents()));
    }

    private static List<String> reasons(List<JobEvent> events) {
        return events.stream()
                .map(event -> event.what() instanceof Happening.Rejected rejected
                        ? rejected.failure().code() + ": " + rejected.failure().message() + " "
                                + rejected.failure().hint()
                        : null)
                .filter(Objects::nonNull)
                .toList();
    }
}
