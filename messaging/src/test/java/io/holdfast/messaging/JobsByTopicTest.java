package io.holdfast.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.follow.FollowSettings;
import io.holdfast.messaging.follow.Follower;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.job.JobKind;
import io.holdfast.protocol.job.JobRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual page docs/jobs-by-topic.md says what is so. */
class JobsByTopicTest {
    private static final Pattern JSON = Pattern.compile("```json\n(.*?)\n```", Pattern.DOTALL);
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void everyRecordOnThePageIsReadStrictly() throws IOException {
        List<JobKind> kinds = new ArrayList<>();
        int events = 0;
        int statuses = 0;
        for (String json : examples()) {
            if (json.contains("\"what\":")) {
                assertThat(Codecs.JOB_EVENT.text(Codecs.JOB_EVENT.read(json))).isEqualTo(json);
                events++;
            } else if (json.contains("\"state\":")) {
                assertThat(Codecs.JOB_STATUS.text(Codecs.JOB_STATUS.read(json))).isEqualTo(json);
                statuses++;
            } else {
                assertThat(Codecs.JOB_REQUEST.text(Codecs.JOB_REQUEST.read(json)))
                        .isEqualTo(json);
                kinds.add(Codecs.JOB_REQUEST.read(json).kind());
            }
        }
        assertThat(kinds).containsExactlyInAnyOrder(JobKind.values());
        assertThat(events).isPositive();
        assertThat(statuses).isPositive();
    }

    @Test
    void everyFieldOfAJobAndEveryTypeOfEventIsOnThePage() throws IOException {
        String page = page();
        for (Class<?> job : JobRequest.class.getPermittedSubclasses()) {
            for (var component : job.getRecordComponents()) {
                assertThat(page).contains("| `" + component.getName() + "` |");
            }
        }
        String schema = Files.readString(docs().resolve("schemas/job-event.json"));
        Pattern.compile("\"type\" : \\{\\s*\"const\" : \"([a-z-]+)\"")
                .matcher(schema)
                .results()
                .map(match -> match.group(1))
                .filter(type -> !List.of("seal", "check").contains(type))
                .forEach(type -> assertThat(page).contains("`" + type + "`"));
    }

    @Test
    void theJobsOnThePageCanBeSentWithTheRealKcatAndTheAnswersRead(@TempDir Path folder) throws Exception {
        requireKcat();
        try (BrokerFixture broker = new BrokerFixture(folder);
                RecordProducer producer = RecordProducer.open(broker.kafka(), "answers")) {
            Topics topics = broker.freshTopics(2);
            List<String> heard = new CopyOnWriteArrayList<>();
            try (Follower<JobRequest> follower = Follower.start(
                    FollowSettings.all(broker.kafka(), "jobs", topics.jobs()),
                    Codecs.JOB_REQUEST,
                    (key, job) -> heard.add(key + " " + job.kind()))) {
                follower.awaitCaughtUp(SOON);
                List<String> sent = new ArrayList<>();
                for (String json : examples()) {
                    if (json.contains("\"kind\":\"") && !json.contains("\"what\":") && !json.contains("\"state\":")) {
                        JobRequest job = Codecs.JOB_REQUEST.read(json);
                        kcat(
                                json,
                                "-P",
                                "-b",
                                broker.kafka().bootstrapServers(),
                                "-t",
                                topics.jobs(),
                                "-k",
                                job.id().text());
                        sent.add(job.id() + " " + job.kind());
                    }
                }
                await().atMost(SOON).untilAsserted(() -> assertThat(heard).containsExactlyInAnyOrderElementsOf(sent));
            }
            String event = examples().stream()
                    .filter(json -> json.contains("\"what\":"))
                    .findFirst()
                    .orElseThrow();
            producer.send(topics.jobEvents(), "key", event.getBytes(StandardCharsets.UTF_8));
            assertThat(kcat(
                            "",
                            "-C",
                            "-b",
                            broker.kafka().bootstrapServers(),
                            "-t",
                            topics.jobEvents(),
                            "-o",
                            "beginning",
                            "-e",
                            "-q",
                            "-f",
                            "%k %s\n"))
                    .isEqualTo("key " + event + "\n");
        }
    }

    private static void requireKcat() {
        boolean there = java.util.Arrays.stream(
                        Objects.requireNonNullElse(System.getenv("PATH"), "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "kcat")));
        if (!there) {
            String loud = "NOT TESTED: kcat is not installed (Debian: apt-get install kcat)";
            if ("true".equals(System.getenv("HOLDFAST_CI"))) {
                throw new Permanent(MessagingFailure.BAD_SETTING, loud);
            }
            System.err.println("!!! " + loud);
            Assumptions.abort(loud);
        }
    }

    private static String kcat(String input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kcat"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    private static List<String> examples() throws IOException {
        return JSON.matcher(page()).results().map(match -> match.group(1)).toList();
    }

    private static String page() throws IOException {
        return Files.readString(docs().resolve("jobs-by-topic.md"));
    }

    private static Path docs() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("protocol"))) {
            here = Objects.requireNonNull(here.getParent());
        }
        return here.resolve("docs");
    }
}
