package io.holdfast.engine.postgresql;

import io.holdfast.protocol.failure.Permanent;

/** Paths come from orders: none may lead out of the data directory. */
final class Paths {
    private Paths() {}

    /** The same path; one that is absolute, or has an empty part, {@code .}, {@code ..} or a NUL is refused. */
    static String checked(String path) {
        boolean bad = path.isEmpty() || path.indexOf('\0') >= 0;
        for (String part : path.split("/", -1)) {
            bad |= part.isEmpty() || part.equals(".") || part.equals("..");
        }
        if (bad) {
            throw Permanent.invalid("a path is relative to the data directory and stays in it", path);
        }
        return path;
    }
}
