package io.holdfast.messaging.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.messaging.Limits;
import io.holdfast.messaging.MessagingFailure;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SignedManifest;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StripeOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCodecTest {
    private static final String ID = "01JDXZ0000000000000000000A";
    private static final String START = "{\"v\":1,\"kind\":\"backup\",\"id\":\"" + ID + "\",\"instance\":\"shop\"";

    @ParameterizedTest
    @ValueSource(
            classes = {
                JobRequest.class,
                JobEvent.class,
                JobStatus.class,
                SessionOrder.class,
                StripeOrder.class,
                RestoreOrder.class,
                SignedManifest.class,
                ManifestBody.class,
                KeySection.class
            })
    void everyRecordComesBackAsItWasWritten(Class<?> type) {
        roundTrips(type, System.nanoTime());
    }

    private static <T> void roundTrips(Class<T> type, long seed) {
        JsonCodec<T> codec = JsonCodec.of(type);
        RandomRecords records = new RandomRecords(seed);
        for (int i = 0; i < 100; i++) {
            T record = records.next(type);
            byte[] json = codec.bytes(record);
            T back = codec.read(json);
            assertThat(back).as("seed %d, %s", seed, codec.text(record)).isEqualTo(record);
            assertThat(codec.bytes(back)).as("seed %d", seed).isEqualTo(json);
        }
    }

    @Test
    void aJobIsWhatAPersonWouldWrite() {
        JobRequest job = new JobRequest.Backup(
                1,
                JobId.parse(ID),
                InstanceName.parse("shop"),
                null,
                List.of(EncryptorName.parse("vault")),
                Suite.AES_256,
                new Compression(Codec.ZSTD, 3),
                null,
                null,
                null,
                "nightly");
        assertThat(Codecs.JOB_REQUEST.text(job))
                .isEqualTo(START
                        + ",\"encryptors\":[\"vault\"],\"suite\":\"AES_256\",\"compression\":{\"codec\":\"zstd\",\"level\":3}"
                        + ",\"label\":\"nightly\"}");
        assertThat(Codecs.JOB_REQUEST.read(Codecs.JOB_REQUEST.bytes(job))).isEqualTo(job);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ",\"lable\":\"x\"}|$|did you mean \"label\"?",
                ",\"sweet\":\"AES_256\"}|$|field \"sweet\" is unknown; known here: v, id, instance",
                ",\"suite\":\"AES256\"}|$.suite|did you mean \"AES_256\"?",
                ",\"suite\":256}|$.suite|here belongs a string, but this is the number 256",
                ",\"encryptors\":\"vault\"}|$.encryptors|here belongs an array, but this is a string",
                ",\"encryptors\":[\"Vault\"]}|$.encryptors[0]|an encryptor name is 1 to 63",
                ",\"encryptors\":[null]}|$.encryptors[0]|here belongs a string, but this is null",
                ",\"compression\":{\"codec\":\"zstd\"}}|$.compression|field \"level\" is missing",
                ",\"compression\":{\"codec\":\"zstd\",\"level\":99}}|$.compression|a level is -7 to -1",
                ",\"compression\":{\"codec\":\"zstd\",\"level\":3.0}}|$.compression.level|here belongs a whole number",
                ",\"compression\":{\"codec\":\"zstd\",\"level\":99999999999}}|$.compression.level|out of range",
                ",\"compression\":\"zstd\"}|$.compression|here belongs an object, but this is a string",
                ",\"allowLegacyCiphers\":\"yes\"}|$.allowLegacyCiphers|here belongs true or false",
                ",\"label\":\"a\",\"label\":\"b\"}|$|Duplicate field 'label'",
                ",\"kind\":\"backup\"}|$|Duplicate field 'kind'",
                "} {}|$|it is not JSON",
                "}]|$|it is not JSON",
                "|$|it is not JSON",
            })
    void aBadFieldIsNamed(String rest, String path, String why) {
        assertBad(START + (rest == null ? "" : rest), path, why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"kind\":\"backup\",\"id\":\"" + ID + "\",\"instance\":\"shop\"}|$|field \"v\" is missing",
                "{\"v\":2,\"kind\":\"backup\",\"id\":\"" + ID + "\",\"instance\":\"shop\"}|$.v|version 2",
                "{\"v\":1,\"kind\":\"backup\",\"id\":null,\"instance\":\"shop\"}|$|field \"id\" is null",
                "{\"v\":1,\"kind\":\"backup\",\"id\":\"lower\",\"instance\":\"shop\"}|$.id|a job id is a ULID",
                "{\"v\":1,\"id\":\"" + ID
                        + "\",\"instance\":\"shop\"}|$|field \"kind\" is missing; it is one of backup, restore",
                "{\"v\":1,\"kind\":\"bakcup\"}|$.kind|did you mean \"backup\"?",
                "{\"v\":1,\"kind\":{}}|$.kind|here belongs a string, but this is an object",
                "null|$|here belongs an object, but this is null",
                "[]|$|here belongs an object, but this is an array",
                "42|$|here belongs an object, but this is the number 42",
                "hello|$|it is not JSON",
                "' '|$|it is not JSON",
            })
    void aBadRecordIsNamed(String json, String path, String why) {
        assertBad(json, path, why);
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        assertBad(new byte[] {'{', (byte) 0xFF, '}'}, "$", "it is not UTF-8");
        assertBad(new byte[0], "$", "there is no content");
        assertBad("   ".getBytes(StandardCharsets.UTF_8), "$", "there is no content");
        assertThatThrownBy(() -> Codecs.JOB_REQUEST.read((byte[]) null)).hasMessageContaining("there is no content");
    }

    @Test
    void whatIsTooDeepOrTooLargeIsRefused() {
        String deep = "{\"v\":1,\"x\":" + "[".repeat(200) + "]".repeat(200) + "}";
        assertBad(deep, "$", "nesting depth");
        String large = START + ",\"label\":\"" + "x".repeat(Limits.RECORD_BYTES) + "\"}";
        assertBad(large, "$", "the limit is 921600");
        JobRequest job = new JobRequest.Backup(
                1,
                JobId.parse(ID),
                InstanceName.parse("shop"),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                "x".repeat(Limits.RECORD_BYTES));
        assertThatThrownBy(() -> Codecs.JOB_REQUEST.bytes(job))
                .isInstanceOf(Permanent.class)
                .extracting(e -> ((Failure) e).code())
                .isEqualTo(MessagingFailure.RECORD_TOO_LARGE);
    }

    @Test
    void aNumberThatIsNoLongIsRefusedAtOnce() {
        assertBad(START + ",\"allowLegacyCiphers\":1e999999999}", "$.allowLegacyCiphers", "here belongs true or false");
        assertBad(
                START + ",\"compression\":{\"codec\":\"zstd\",\"level\":" + "9".repeat(5000) + "}}",
                "$",
                "it is not JSON");
    }

    @Test
    void aTimeNeedsItsZone() {
        JobEvent event = new RandomRecords(1).next(JobEvent.class);
        String json = Codecs.JOB_EVENT.text(event);
        String at = event.at().toString();
        assertThatThrownBy(() -> Codecs.JOB_EVENT.read(json.replace(at, at.replace("Z", "+01:00"))))
                .hasMessageContaining("$.at: a time is ISO 8601 in UTC");
    }

    @Test
    void thousandsOfDamagedRecordsAreEachReadOrRefusedButNeverAnythingElse() {
        long seed = System.nanoTime();
        java.util.Random random = new java.util.Random(seed);
        RandomRecords records = new RandomRecords(seed);
        for (int i = 0; i < 1500; i++) {
            byte[] json = Codecs.JOB_EVENT.bytes(records.next(JobEvent.class));
            json[random.nextInt(json.length)] = (byte) random.nextInt(256);
            try {
                Codecs.JOB_EVENT.read(json);
            } catch (Permanent e) {
                assertThat(e.code()).as("seed %d", seed).isEqualTo(MessagingFailure.BAD_RECORD);
            }
        }
    }

    private static void assertBad(String json, String path, String why) {
        assertBad(json.getBytes(StandardCharsets.UTF_8), path, why);
    }

    private static void assertBad(byte[] json, String path, String why) {
        assertThatThrownBy(() -> Codecs.JOB_REQUEST.read(json))
                .isInstanceOf(Permanent.class)
                .hasMessageStartingWith("the job request cannot be used: at " + path + ": ")
                .hasMessageContaining(why)
                .extracting(e -> ((Failure) e).code())
                .isEqualTo(MessagingFailure.BAD_RECORD);
    }
}
