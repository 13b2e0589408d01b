package io.holdfast.repository;

import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/** Failures of input and output by what to do about them. */
public final class StorageFailures {
    private static final List<String> FULL = List.of("No space left on device", "Disk quota exceeded");

    private StorageFailures() {}

    /**
     * The failure that {@code error} is: a full disk is {@link Permanent}, a refused access {@link Denied}, all else {@link Transient}.
     *
     * @param doing what was being done and where, in the user's words, such as {@code writing /backup/sets/…}
     */
    public static Failure of(String doing, IOException error) {
        // Of this exception the message is the path alone.
        String missing = error instanceof NoSuchFileException ? " is not there" : "";
        String said = error.getMessage() + missing;
        String message = doing + " failed: " + said;
        if (error instanceof AccessDeniedException) {
            return new Denied(RepositoryFailure.NO_RIGHT, message, error);
        }
        if (FULL.stream().anyMatch(said::contains)) {
            return new Permanent(RepositoryFailure.NO_SPACE, message, error);
        }
        return new Transient(RepositoryFailure.IO_FAILED, message, error);
    }

    /** The failure of a wait that was interrupted; the thread stays interrupted. */
    public static Transient interrupted(String doing) {
        Thread.currentThread().interrupt();
        return new Transient(RepositoryFailure.IO_FAILED, doing + " was interrupted");
    }
}
