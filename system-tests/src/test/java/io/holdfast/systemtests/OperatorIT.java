package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.id.InstanceName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What an operator sees of a fleet: the command's answers for people and as JSON, and the processes' health and metrics. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorIT {
    private static final int PERMANENT = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final List<String> WORKERS = List.of("worker-1", "worker-2");

    private PrivatePostgres database;
    private Site site;

    @BeforeAll
    void start() throws Exception {
        database = Databases.filled(18, 15);
        site = new Site(Map.of(InstanceName.parse("main"), database), "1MiB");
    }

    @AfterAll
    void stop() throws Exception {
        site.close();
        database.close();
    }

    @Test
    void whatCommandsPrintAsJsonHasTheDocumentedFields() throws Exception {
        JsonNode accepted = status(run("backup", "main", "--detach", "--json", "--label", "first"));
        assertThat(accepted.get("kind").asText()).isEqualTo("backup");
        String id = accepted.get("id").asText();

        HoldfastCommand.Outcome followed = run("job", id, "--follow", "--json");
        JsonNode end = status(followed);
        assertThat(end.get("state").asText()).as("%s", followed).isEqualTo("complete");
        assertThat(followed.errors()).contains("backup main: complete, 100 %");
        assertThat(status(run("job", id, "--json"))).isEqualTo(end);
        assertThat(Documented.list(run("jobs", "--json").out(), "job-status.json", "JobStatus"))
                .contains(end);
        assertThat(Documented.json(run("jobs", "--instance", "nobody", "--json").out()))
                .isEmpty();

        String set = end.get("set").asText();
        JsonNode sets = Documented.json(run("sets", "--json").out());
        assertThat(sets.isArray()).isTrue();
        JsonNode one = Documented.json(run("set", set, "--json").out());
        assertThat(sets).contains(one);
        assertThat(one.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("manifest", "tainted", "keyVersion", "keys");
        Documented.check(one.get("manifest"), "manifest-body.json", "ManifestBody");
        assertThat(one.get("manifest").get("set").asText()).isEqualTo(set);

        JsonNode verified = status(run("verify", "main", "--set", set, "--json"));
        assertThat(verified.get("state").asText()).isEqualTo("complete");
        Path target = ServersForTests.folder("restored").resolve("data");
        JsonNode restored = status(
                run("restore", "main", "--set", set, "--agent", "local", "--directory", target.toString(), "--json"));
        assertThat(restored.get("kind").asText()).isEqualTo("restore");
        assertThat(restored.get("state").asText()).isEqualTo("complete");
    }

    /** J5: a running job is shown with what is done of it. */
    @Test
    void aRunningJobIsShownFollowedAndCancelledByTheCommand() throws Exception {
        signalWorkers("STOP"); // so that nothing ends before it is cancelled
        try {
            String id = status(run("backup", "main", "--detach", "--json"))
                    .get("id")
                    .asText();
            Patience.until(
                    PATIENCE,
                    "the backup runs",
                    () -> status(run("job", id, "--json")).get("state").asText().equals("running"));
            assertThat(run("job", id).out())
                    .containsPattern("state +running")
                    .containsPattern("stripes sealed +0 of [1-9]")
                    .contains(id);
            assertThat(run("jobs").out()).contains(id);
            CompletableFuture<HoldfastCommand.Outcome> follower = CompletableFuture.supplyAsync(() -> {
                try {
                    return site.command().run("job", id, "--follow");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });

            JsonNode cancelled = status(run("cancel", id, "--json"));
            assertThat(cancelled.get("kind").asText()).isEqualTo("cancel");
            assertThat(cancelled.get("state").asText()).isEqualTo("complete");

            HoldfastCommand.Outcome followed = follower.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(followed.exit()).as("%s", followed).isEqualTo(PERMANENT);
            assertThat(followed.errors()).contains("backup main: cancelled");
            HoldfastCommand.Outcome shown = site.command().run("job", id);
            assertThat(shown.exit()).isEqualTo(PERMANENT);
            assertThat(shown.out()).containsPattern("state +cancelled");
        } finally {
            signalWorkers("CONT");
        }
        assertThat(run("backup", "main").out()).containsPattern("state +complete");
    }

    @Test
    void aProcessIsNotReadyWhileKafkaIsGone() throws Exception {
        for (String name : List.of("gateway", "coordinator", "worker-1", "agent")) {
            HealthClient health = health(name);
            assertThat(health.get("/health/live").status()).isEqualTo(200);
            HealthClient.Answer ready = health.get("/health/ready");
            assertThat(ready.status()).as("%s: %s", name, ready.body()).isEqualTo(200);
            assertThat(Documented.json(ready.body()).get("status").asText()).isEqualTo("up");
            HealthClient.Answer metrics = health.get("/metrics");
            assertThat(metrics.status()).isEqualTo(200);
            assertThat(metrics.body()).contains("\nholdfast_" + name.replaceAll("-.*", "") + "_");
        }
        int killed = site.broker().kill();
        assertThat(killed).isEqualTo(FleetProcess.KILLED);
        try {
            for (String name : List.of("coordinator", "worker-1", "agent")) {
                HealthClient health = health(name);
                Patience.until(
                        PATIENCE,
                        name + " is not ready any more",
                        () -> health.get("/health/ready").status() == 503);
                JsonNode body = Documented.json(health.get("/health/ready").body());
                assertThat(body.get("status").asText()).isEqualTo("down");
                assertThat(body.get("components").findValuesAsText("status")).contains("down");
                assertThat(health.get("/health/live").status()).isEqualTo(200);
            }
            assertThat(health("gateway").get("/health/ready").status())
                    .as("the gateway does not need Kafka")
                    .isEqualTo(200);
        } finally {
            site.broker().startAgain();
        }
        for (String name : List.of("coordinator", "worker-1", "agent")) {
            HealthClient health = health(name);
            Patience.until(
                    PATIENCE,
                    name + " is ready again",
                    () -> health.get("/health/ready").status() == 200);
        }
        assertThat(run("backup", "main").out()).containsPattern("state +complete");
    }

    private HealthClient health(String name) {
        return HealthClient.of(site.process(name).log());
    }

    private void signalWorkers(String signal) throws Exception {
        for (String worker : WORKERS) {
            site.process(worker).signal(signal);
        }
    }

    /** Runs a command that must succeed. */
    private HoldfastCommand.Outcome run(String... arguments) throws Exception {
        HoldfastCommand.Outcome outcome = site.command().run(arguments);
        assertThat(outcome.exit()).as("%s%s", outcome, site.logs()).isZero();
        return outcome;
    }

    /** A job's status, which has the documented fields. */
    private static JsonNode status(HoldfastCommand.Outcome outcome) throws Exception {
        JsonNode status = Documented.json(outcome.out());
        Documented.check(status, "job-status.json", "JobStatus");
        return status;
    }
}
