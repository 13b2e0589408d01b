package io.holdfast.protocol.plan;

import io.holdfast.protocol.failure.Permanent;

/** A range of one file; the path is relative to the data directory. A whole small file is one extent. */
public record Extent(String path, long offset, long length) {
    public Extent {
        if (offset < 0 || length < 0) {
            throw Permanent.invalid("an extent has no negative offset or length", path);
        }
    }
}
