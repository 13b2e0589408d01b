package io.holdfast.agent.place;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.holdfast.protocol.plan.FileKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one stream said and gave of one file; kept until the restore is finished, so that memory does not grow with the number
 * of files.
 *
 * @param size as the stream's table says: at least the end of what the stream holds
 * @param modified seconds since 1970
 * @param runs what was written of it
 * @param target of a link
 */
record FileFact(
        @JsonProperty("p") String path,
        @JsonProperty("k") FileKind kind,
        @JsonProperty("s") long size,
        @JsonProperty("t") long modified,
        @JsonProperty("r") List<Run> runs,
        @JsonProperty("l") @Nullable String target) {
    FileFact {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(kind, "kind");
        runs = List.copyOf(runs);
    }

    /**
     * Bytes that follow each other.
     *
     * @param crc CRC-32C of them
     */
    record Run(
            @JsonProperty("o") long offset,
            @JsonProperty("n") long length,
            @JsonProperty("c") long crc) {
        Run {
            if (offset < 0 || length < 0 || length > Long.MAX_VALUE - offset) {
                throw new IllegalArgumentException("a run of " + length + " bytes at " + offset);
            }
        }

        long end() {
            return offset + length;
        }
    }
}
