package io.holdfast.keys.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.ManifestSignature;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.SignedBody;
import io.holdfast.keys.SigningKey;
import io.holdfast.keys.seal.ReplyKey;
import io.holdfast.keys.wire.Answers;
import io.holdfast.keys.wire.FailureWords;
import io.holdfast.keys.wire.KeysJson;
import io.holdfast.keys.wire.Requests;
import io.holdfast.keys.wire.Verb;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.runtime.tls.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway over HTTPS with mutual TLS; connections are kept. Data keys come sealed to a key of the call ({@link ReplyKey}), as the
 * buffers of a connection keep what came last.
 */
public final class GatewayClient implements DataKeys, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayClient.class);

    /** No answer is longer, in bytes. */
    private static final long LONGEST_ANSWER = 1024 * 1024;

    private static final int KEY_BYTES = 32;

    private final URI url;
    private final Duration timeout;
    private final HttpClient http;

    private GatewayClient(GatewaySettings settings, InstantSource clock) {
        this.url = settings.url();
        this.timeout = settings.timeout();
        this.http = HttpClient.newBuilder()
                .sslContext(new TlsFiles(settings.tls(), clock).context())
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.timeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** The gateway of these settings, one try for each call; it is first contacted at the first call. */
    public static GatewayClient of(GatewaySettings settings, InstantSource clock) {
        if (!"https".equals(settings.url().getScheme()) || settings.url().getHost() == null) {
            throw Permanent.invalid(
                    "the gateway's address is https://HOST:PORT", settings.url().toString());
        }
        return new GatewayClient(settings, clock);
    }

    /**
     * The same, asked once, so that certificates that do not fit are found at a start and not by the first job. A gateway that does not
     * answer is no failure here: it may start later.
     *
     * @throws io.holdfast.protocol.failure.Denied when the gateway and this process do not trust each other
     */
    public static GatewayClient trusted(GatewaySettings settings, InstantSource clock) {
        GatewayClient client = of(settings, clock);
        try {
            client.requireTrust();
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** The same gateway, with calls repeated for {@code patience} while it cannot be reached, and measured. */
    public DataKeys patient(Duration patience, Metrics metrics) {
        return new MeteredDataKeys(new RetryingDataKeys(this, patience, Pause.SLEEP), metrics);
    }

    @Override
    public NewDataKey make(SetContext context, List<EncryptorName> encryptors) {
        return json(Verb.MAKE, new Requests.Make(context, encryptors), NewDataKey.class);
    }

    @Override
    public SecretBytes unwrapForJob(SetContext context, WrappedKey jobWrapped) {
        return key(Verb.UNWRAP_FOR_JOB, reply -> new Requests.UnwrapForJob(context, jobWrapped, reply));
    }

    @Override
    public WrappedKey lend(SetContext context, List<WrappedKey> wrapped, Bytes commitment, JobId job) {
        return json(Verb.LEND, new Requests.Lend(context, wrapped, commitment, job), WrappedKey.class);
    }

    @Override
    public SecretBytes unwrap(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        return key(Verb.UNWRAP, reply -> new Requests.Unwrap(context, wrapped, commitment, reply));
    }

    @Override
    public List<WrappedKey> rewrap(
            SetContext context, List<WrappedKey> wrapped, Bytes commitment, List<EncryptorName> encryptors) {
        return json(Verb.REWRAP, new Requests.Rewrap(context, wrapped, commitment, encryptors), Answers.Rewrapped.class)
                .wrapped();
    }

    @Override
    public List<EncryptorProof> prove(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        return json(Verb.PROVE, new Requests.Prove(context, wrapped, commitment), Answers.Proofs.class)
                .words();
    }

    @Override
    public void endJob(JobId job) {
        json(Verb.END_JOB, new Requests.EndJob(job), Answers.Done.class);
    }

    @Override
    public ManifestSignature sign(Bytes body) {
        return json(Verb.SIGN, new Requests.Sign(SignedBody.digest(body)), ManifestSignature.class);
    }

    @Override
    public List<SigningKey> publicKeys() {
        return read(Verb.PUBLIC_KEYS, Answers.PublicKeys.class).keys();
    }

    private void requireTrust() {
        try {
            LOG.debug(
                    "the gateway knows {} keys that sign manifests",
                    publicKeys().size());
        } catch (Transient e) {
            LOG.warn("nothing can be sealed or opened yet: {}", e.what());
        }
    }

    /** For operators and key administrators: the gateway's encryptors, and whether each can be used now. */
    public List<Answers.EncryptorState> encryptors() {
        return read(Verb.ENCRYPTORS, Answers.Encryptors.class).encryptors();
    }

    /** For key administrators: from the next call on the encryptor neither wraps nor unwraps. Returns what it is then. */
    public Answers.EncryptorState disable(EncryptorName encryptor) {
        return changed(Verb.DISABLE_ENCRYPTOR, encryptor);
    }

    /** For key administrators: the encryptor may be used again. Returns what it is then. */
    public Answers.EncryptorState enable(EncryptorName encryptor) {
        return changed(Verb.ENABLE_ENCRYPTOR, encryptor);
    }

    /** For key administrators: a new version of the encryptor's key, which wraps from now on. Not to be repeated blindly. */
    public Answers.EncryptorState rotate(EncryptorName encryptor) {
        return changed(Verb.ROTATE_ENCRYPTOR, encryptor);
    }

    private Answers.EncryptorState changed(Verb verb, EncryptorName encryptor) {
        return json(verb, new Requests.OfEncryptor(encryptor), Answers.EncryptorState.class);
    }

    /** For operators: the last lines of the audit log, oldest first. */
    public List<String> audit() {
        return read(Verb.AUDIT, Answers.Audit.class).lines();
    }

    private <T> T read(Verb verb, Class<T> type) {
        return understood(verb, send(verb, request(verb).GET()), type);
    }

    private <T> T json(Verb verb, Requests request, Class<T> type) {
        return understood(verb, call(verb, request), type);
    }

    private <T> T understood(Verb verb, byte[] body, Class<T> type) {
        try {
            @Nullable T answer = KeysJson.answers().readValue(body, type);
            if (answer == null) {
                throw notUnderstood(verb, "it is null");
            }
            return answer;
        } catch (JsonProcessingException e) {
            throw notUnderstood(verb, "it is no " + type.getSimpleName());
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
    }

    private SecretBytes key(Verb verb, Function<Bytes, Requests> request) {
        ReplyKey reply = ReplyKey.make();
        SecretBytes key = reply.open(call(verb, request.apply(reply.publicKey())))
                .orElseThrow(() -> notUnderstood(verb, "it is not sealed to the key of this call"));
        if (key.length() != KEY_BYTES) {
            key.close();
            throw notUnderstood(verb, "a data key is " + KEY_BYTES + " bytes");
        }
        return key;
    }

    private HttpRequest.Builder request(Verb verb) {
        return HttpRequest.newBuilder(url.resolve(verb.path())).timeout(timeout);
    }

    private byte[] call(Verb verb, Requests request) {
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofByteArray(KeysJson.write(request));
        return send(
                verb, request(verb).header("Content-Type", "application/json").POST(body));
    }

    private byte[] send(Verb verb, HttpRequest.Builder request) {
        try {
            HttpResponse<byte[]> answer =
                    http.send(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), LONGEST_ANSWER));
            if (answer.statusCode() == 200) {
                return answer.body();
            }
            throw FailureWords.failure(report(verb, answer));
        } catch (IOException e) {
            throw CallFailures.of(url, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CallFailures.interrupted(url, e);
        }
    }

    private FailureReport report(Verb verb, HttpResponse<byte[]> answer) {
        @Nullable FailureReport report = null;
        try {
            report = KeysJson.answers().readValue(answer.body(), FailureReport.class);
        } catch (IOException e) {
            // A proxy in between answers in its own words.
        }
        if (report == null) {
            throw notUnderstood(verb, "status " + answer.statusCode() + " without a report");
        }
        return report;
    }

    private Permanent notUnderstood(Verb verb, String why) {
        return new Permanent(
                KeysFailure.ANSWER_NOT_UNDERSTOOD, "the answer of " + url.resolve(verb.path()) + ": " + why);
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
