package io.holdfast.runtime.vault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.jopenlibs.vault.VaultException;
import io.github.jopenlibs.vault.rest.RestResponse;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.runtime.RuntimeFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * What Vault's refusals mean. The driver throws for 5xx and lost connections only; every other refusal is an answer whose
 * status has to be looked at. Bodies of answers are never passed on but for Vault's own list of errors.
 */
final class VaultFailures {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONGEST = 200;

    private VaultFailures() {}

    /** Returns when the answer is a good one; otherwise the failure that it means. */
    static void require(String what, @Nullable RestResponse response, VaultRefusal refusal) {
        int status = response == null ? 0 : response.getStatus();
        if (response != null && status >= 200 && status < 300) {
            return;
        }
        String words = response == null ? "no answer" : words(response.getBody());
        throw switch (status) {
            case 400 -> refusal.of(what, words);
            case 403 -> new Denied(RuntimeFailure.VAULT_DENIED, what + ": refused (" + words + ")");
            case 404 -> new Permanent(RuntimeFailure.VAULT_MISSING, what + ": not found (" + words + ")");
            case 429, 472, 473, 412 -> new Transient(RuntimeFailure.VAULT_UNREACHABLE, what + ": it answers " + status);
            case 0 -> new Transient(RuntimeFailure.VAULT_UNREACHABLE, what + ": no answer");
            default ->
                new Permanent(RuntimeFailure.VAULT_REFUSED, what + ": it answers " + status + " (" + words + ")");
        };
    }

    /** A request that is wrong for no reason that its sender knows. */
    static Failure refused(String what, String words) {
        return new Permanent(RuntimeFailure.VAULT_REFUSED, what + ": " + words);
    }

    /** What an exception of the driver means; its message may quote a body, so it is not passed on. */
    static Failure of(String what, VaultException e) {
        if (e.getHttpStatusCode() == 503) {
            return new Transient(RuntimeFailure.VAULT_SEALED, what + ": it is sealed or not ready (503)");
        }
        if (e.getHttpStatusCode() == 403 || e.getHttpStatusCode() == 400) {
            return new Denied(RuntimeFailure.VAULT_DENIED, what + ": refused (" + e.getHttpStatusCode() + ")");
        }
        if (e.getHttpStatusCode() > 0) {
            return new Transient(RuntimeFailure.VAULT_UNREACHABLE, what + ": it answers " + e.getHttpStatusCode());
        }
        return new Transient(RuntimeFailure.VAULT_UNREACHABLE, what + ": " + connection(e));
    }

    private static String connection(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case HttpTimeoutException t -> {
                    return "no answer in time";
                }
                case ConnectException c -> {
                    return "nothing listens there";
                }
                case SSLException s -> {
                    return "TLS failed: " + s.getMessage();
                }
                case InterruptedException i -> {
                    return "the call was interrupted";
                }
                default -> {}
            }
        }
        return "the connection broke off";
    }

    private static String words(byte @Nullable [] body) {
        if (body == null || body.length == 0 || body.length > 64 * 1024) {
            return "without a reason";
        }
        try {
            JsonNode errors = JSON.readTree(body).path("errors");
            String first = errors.isArray() && !errors.isEmpty() ? errors.get(0).asText() : "without a reason";
            String line = first.replaceAll("\\s+", " ").strip();
            return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
        } catch (IOException e) {
            return "without a reason";
        }
    }
}
