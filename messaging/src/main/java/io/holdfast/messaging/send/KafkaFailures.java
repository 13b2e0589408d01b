package io.holdfast.messaging.send;

import io.holdfast.messaging.MessagingFailure;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Kafka's exceptions as failures that say what to do. */
public final class KafkaFailures {
    private KafkaFailures() {}

    /**
     * The failure that {@code error} is.
     *
     * @param doing what was being done, in the user's words, such as {@code writing to topic site.jobs at 127.0.0.1:9092}
     */
    public static Failure of(String doing, Throwable error) {
        Throwable cause = root(error);
        String message = doing + " failed: " + Objects.requireNonNullElse(cause.getMessage(), cause.toString());
        return switch (cause) {
            case Failure own -> own;
            case AuthenticationException e -> new Denied(MessagingFailure.NOT_AUTHENTICATED, message, e);
            case AuthorizationException e -> new Denied(MessagingFailure.NOT_AUTHORIZED, message, e);
            case RecordTooLargeException e -> new Permanent(MessagingFailure.RECORD_TOO_LARGE, message, e);
            case UnknownTopicOrPartitionException e -> new Transient(MessagingFailure.TOPIC_MISSING, message, e);
            case RetriableException e -> new Transient(MessagingFailure.BROKER_UNREACHABLE, message, e);
            case ConfigException e -> new Permanent(MessagingFailure.BAD_SETTING, message, e);
            case InterruptException e -> {
                Thread.currentThread().interrupt();
                yield new Transient(MessagingFailure.BROKER_UNREACHABLE, doing + " was interrupted", e);
            }
            default -> new Permanent(MessagingFailure.REFUSED, message, cause);
        };
    }

    /** The exception that says most: below the wrappers of futures and of client construction. */
    private static Throwable root(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null && wraps(cause)) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static boolean wraps(Throwable error) {
        return error instanceof ExecutionException
                || error instanceof CompletionException
                || error.getClass() == KafkaException.class;
    }
}
