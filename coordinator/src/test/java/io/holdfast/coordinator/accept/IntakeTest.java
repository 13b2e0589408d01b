package io.holdfast.coordinator.accept;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.failure.FailureCode;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.job.JobRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IntakeTest {
    private static final String ID = "01JDXZ00000000000000000001";
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final KnownNames NAMES = new KnownNames(
            Set.of(InstanceName.parse("db")),
            Set.of(RepositoryName.parse("main")),
            Set.of(EncryptorName.parse("store"), EncryptorName.parse("vault")),
            Set.of(AgentName.parse("agent")));
    private static final BackupDefaults DEFAULTS = new BackupDefaults(
            RepositoryName.parse("main"),
            List.of(EncryptorName.parse("store")),
            Suite.AES_256,
            Compression.STANDARD,
            Checkpoint.FAST);

    private final Intake intake = new Intake(new RequestCheck(NAMES, DEFAULTS), MemberId.parse("me"));

    private Intake.Answer judge(@Nullable String key, String json, @Nullable Bytes known) {
        byte[] bytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        return intake.judge(bytes, json.getBytes(StandardCharsets.UTF_8), id -> known, NOW);
    }

    private static String backup(String more) {
        return "{\"v\":1,\"kind\":\"backup\",\"id\":\"" + ID + "\",\"instance\":\"db\"" + more + "}";
    }

    private static String restore(String more) {
        return "{\"v\":1,\"kind\":\"restore\",\"id\":\"" + ID + "\",\"instance\":\"db\"" + more + "}";
    }

    private static String rewrap(String more) {
        return "{\"v\":1,\"kind\":\"rewrap\",\"id\":\"" + ID + "\",\"instance\":\"db\"" + more + "}";
    }

    private void rejected(Intake.Answer answer, FailureCode code, String... words) {
        JobEvent event = ((Intake.Answer.Answered) answer).event();
        Happening.Rejected rejected = (Happening.Rejected) event.what();
        assertThat(rejected.failure().code()).isEqualTo(code.code());
        assertThat(rejected.failure().message()).isNotBlank();
        for (String word : words) {
            assertThat(rejected.failure().message()).contains(word);
        }
        assertThat(Codecs.JOB_EVENT.read(Codecs.JOB_EVENT.bytes(event))).isEqualTo(event);
    }

    @Test
    void aRequestIsLetInWithItsDefaultsFilledIn() {
        Intake.Answer.LetIn in = (Intake.Answer.LetIn) judge(ID, backup(""), null);
        BackupOptions options = Objects.requireNonNull(in.options());
        assertThat(options.encryptors()).containsExactly(EncryptorName.parse("store"));
        assertThat(options.suite()).isEqualTo(Suite.AES_256);
        assertThat(options.compression()).isEqualTo(Compression.STANDARD);
    }

    @Test
    void whatIsNoJsonIsAnsweredUnderItsKeyOrUnderTheNamelessId() {
        Intake.Answer named = judge(ID, "{\"v\":", null);
        rejected(named, CoordinatorFailure.REQUEST_UNREADABLE);
        assertThat(((Intake.Answer.Answered) named).event().job()).isEqualTo(JobId.parse(ID));
        Intake.Answer nameless = judge("no id", "rubbish", null);
        assertThat(((Intake.Answer.Answered) nameless).event().job()).isEqualTo(Intake.NO_ID);
        rejected(intake.judge(null, null, id -> null, NOW), CoordinatorFailure.REQUEST_UNREADABLE);
    }

    @Test
    void randomBytesAreAlwaysAnswered() {
        long seed = Long.getLong("holdfast.seed", 1);
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] noise =
                    i % 2 == 0 ? new byte[random.nextInt(200)] : backup("").getBytes(StandardCharsets.UTF_8);
            for (int n = 0; n < 1 + noise.length / 20 && noise.length > 0; n++) {
                noise[random.nextInt(noise.length)] = (byte) random.nextInt();
            }
            assertThat(intake.judge(noise, noise, id -> null, NOW))
                    .as("seed %d", seed)
                    .isNotNull();
        }
    }

    @Test
    void anUnknownFieldABadValueAndAnUnknownKindAreNamed() {
        rejected(judge(ID, backup(",\"repo\":\"main\""), null), CoordinatorFailure.REQUEST_UNREADABLE, "repo");
        rejected(judge(ID, backup(",\"suite\":\"rot13\""), null), CoordinatorFailure.REQUEST_UNREADABLE, "rot13");
        rejected(judge(ID, backup(",\"kind\":\"x\""), null), CoordinatorFailure.REQUEST_UNREADABLE);
        rejected(
                judge(ID, backup("").replace("\"v\":1", "\"v\":2"), null),
                CoordinatorFailure.REQUEST_UNREADABLE,
                "version 2");
        String label = "x".repeat(201);
        rejected(judge(ID, backup(",\"label\":\"" + label + "\""), null), CoordinatorFailure.BAD_OPTION, "201");
    }

    @Test
    void namesThatAreNotConfiguredAreRefusedWithTheOnesThatAre() {
        rejected(
                judge(ID, backup("").replace("\"db\"", "\"other\""), null),
                CoordinatorFailure.UNKNOWN_INSTANCE,
                "other",
                "db");
        rejected(judge(ID, backup(",\"repository\":\"tape\""), null), CoordinatorFailure.UNKNOWN_REPOSITORY, "main");
        rejected(judge(ID, backup(",\"encryptors\":[\"hsm\"]"), null), CoordinatorFailure.UNKNOWN_ENCRYPTOR, "vault");
        rejected(
                judge(ID, restore(",\"agent\":\"x\",\"directory\":\"/a\""), null),
                CoordinatorFailure.UNKNOWN_AGENT,
                "agent");
    }

    @Test
    void aLegacyCipherNeedsItsWordAndSuiteNoneHasNoEncryptors() {
        rejected(judge(ID, backup(",\"suite\":\"TRIPLE_DES_3KEY\""), null), CoordinatorFailure.LEGACY_CIPHER);
        assertThat(judge(ID, backup(",\"suite\":\"TRIPLE_DES_3KEY\",\"allowLegacyCiphers\":true"), null))
                .isInstanceOf(Intake.Answer.LetIn.class);
        rejected(
                judge(ID, backup(",\"suite\":\"none\",\"encryptors\":[\"store\"]"), null),
                CoordinatorFailure.BAD_OPTION);
        Intake.Answer.LetIn none = (Intake.Answer.LetIn) judge(ID, backup(",\"suite\":\"none\""), null);
        assertThat(Objects.requireNonNull(none.options()).encryptors()).isEmpty();
        rejected(judge(ID, backup(",\"encryptors\":[]"), null), CoordinatorFailure.BAD_OPTION);
        rejected(judge(ID, backup(",\"encryptors\":[\"store\",\"store\"]"), null), CoordinatorFailure.BAD_OPTION);
    }

    @Test
    void aRewrappingNamesEncryptorsThatAreKnownAndARateWithinItsLimits() {
        rejected(judge(ID, rewrap(""), null), CoordinatorFailure.REQUEST_UNREADABLE, "encryptors");
        rejected(judge(ID, rewrap(",\"encryptors\":[]"), null), CoordinatorFailure.BAD_OPTION, "1 to 16");
        rejected(judge(ID, rewrap(",\"encryptors\":[\"hsm\"]"), null), CoordinatorFailure.UNKNOWN_ENCRYPTOR, "vault");
        rejected(judge(ID, rewrap(",\"encryptors\":[\"store\",\"store\"]"), null), CoordinatorFailure.BAD_OPTION);
        for (int rate : new int[] {0, -1, 1001}) {
            String more = ",\"encryptors\":[\"store\"],\"setsPerSecond\":" + rate;
            rejected(judge(ID, rewrap(more), null), CoordinatorFailure.BAD_OPTION, "setsPerSecond is 1 to 1000");
        }
        String good = ",\"encryptors\":[\"store\",\"vault\"],\"setsPerSecond\":1000";
        assertThat(judge(ID, rewrap(good), null)).isInstanceOf(Intake.Answer.LetIn.class);
    }

    @Test
    void encryptorsThatDoNotMeetThePolicyAreRefusedForBackupsAndRewrappings() {
        EncryptorPolicy policy = new EncryptorPolicy(Map.of(
                "here", List.of(EncryptorName.parse("store")), "elsewhere", List.of(EncryptorName.parse("vault"))));
        Intake strict = new Intake(new RequestCheck(NAMES, DEFAULTS, policy), MemberId.parse("me"));
        for (String bad : List.of(
                backup(""),
                backup(",\"encryptors\":[\"vault\"]"),
                backup(",\"suite\":\"none\""),
                rewrap(",\"encryptors\":[\"store\"]"))) {
            byte[] key = ID.getBytes(StandardCharsets.UTF_8);
            rejected(
                    strict.judge(key, bad.getBytes(StandardCharsets.UTF_8), id -> null, NOW),
                    CoordinatorFailure.POLICY_UNMET,
                    bad.contains("vault") ? "here [store]" : "elsewhere [vault]");
        }
        String both = ",\"encryptors\":[\"store\",\"vault\"]";
        for (String good : List.of(backup(both), rewrap(both))) {
            byte[] key = ID.getBytes(StandardCharsets.UTF_8);
            assertThat(strict.judge(key, good.getBytes(StandardCharsets.UTF_8), id -> null, NOW))
                    .isInstanceOf(Intake.Answer.LetIn.class);
        }
    }

    @Test
    void aKeyThatIsNotTheIdIsRefused() {
        rejected(judge(null, backup(""), null), CoordinatorFailure.KEY_IS_NOT_THE_ID, "missing");
        rejected(judge("x", backup(""), null), CoordinatorFailure.KEY_IS_NOT_THE_ID, "\"x\"");
    }

    @Test
    void theSameRequestAgainIsRepeatedAndAnotherUnderItsIdIsRefused() {
        Bytes digest = ((Intake.Answer.LetIn) judge(ID, backup(""), null)).digest();
        String spaced = backup("").replace(",", " ,\n ");
        assertThat(((Intake.Answer.Answered) judge(ID, spaced, digest)).event().what())
                .isInstanceOf(Happening.Repeated.class);
        rejected(judge(ID, backup(",\"label\":\"other\""), digest), CoordinatorFailure.ID_USED_AGAIN);
    }

    @Test
    void aRestoreNeedsAbsolutePaths() {
        for (Map.Entry<String, String> bad :
                Map.of("data", "a", "/data/../etc", "b", "", "c").entrySet()) {
            String more = ",\"agent\":\"agent\",\"directory\":\"" + bad.getKey() + "\"";
            rejected(judge(ID, restore(more), null), CoordinatorFailure.BAD_OPTION, "absolute");
        }
        String more = ",\"agent\":\"agent\",\"directory\":\"/data\",\"tablespaces\":{\"1\":\"x\"}";
        rejected(judge(ID, restore(more), null), CoordinatorFailure.BAD_OPTION, "tablespace 1");
        Intake.Answer good = judge(ID, restore(",\"agent\":\"agent\",\"directory\":\"/data\""), null);
        assertThat(((Intake.Answer.LetIn) good).request()).isInstanceOf(JobRequest.Restore.class);
    }
}
