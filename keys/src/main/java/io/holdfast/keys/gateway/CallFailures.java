package io.holdfast.keys.gateway;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Transient;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** What a call that got no answer means to its caller. */
final class CallFailures {
    private CallFailures() {}

    static Failure of(URI url, IOException e) {
        if (refusedByTls(e)) {
            return new Denied(
                    KeysFailure.GATEWAY_NOT_TRUSTED,
                    "the gateway " + url + " and this process do not trust each other: " + reason(e),
                    e);
        }
        return new Transient(KeysFailure.GATEWAY_UNREACHABLE, "the gateway " + url + " " + unreachable(e), e);
    }

    static Failure interrupted(URI url, InterruptedException e) {
        return new Transient(KeysFailure.GATEWAY_UNREACHABLE, "a call of the gateway " + url + " was interrupted", e);
    }

    /** With TLS 1.3 a server refuses a client's certificate only after the handshake, by an alert. */
    private static boolean refusedByTls(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if (cause instanceof SSLHandshakeException
                    || (cause instanceof SSLException && message.contains("fatal alert"))) {
                return true;
            }
        }
        return false;
    }

    private static String unreachable(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "cannot be reached: its host name is unknown";
            }
        }
        return switch (e) {
            case HttpTimeoutException t -> "did not answer in time";
            case ConnectException c -> "cannot be reached: nothing listens there";
            default -> "broke the connection off: " + reason(e);
        };
    }

    private static String reason(Throwable e) {
        Throwable deepest = e;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String message = deepest.getMessage();
        return message == null ? deepest.getClass().getSimpleName() : message;
    }
}
