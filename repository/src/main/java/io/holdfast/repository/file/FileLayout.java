package io.holdfast.repository.file;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.SetId;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.StreamName;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Where things lie below a repository's folder; version 1, for ever:
 *
 * <pre>
 * .holdfast-repository                               the mark
 * sets/01J/01JDXZ…-1/                                a set, below the first three letters of its id (about 100 days)
 *     objects/manifest, objects/keys-1               its objects
 *     data/0000/00000017-&lt;stream id&gt;.hfs1            its streams by purpose and thousands of stripes
 * </pre>
 *
 * What ends with {@code .part} is not there yet.
 */
record FileLayout(Path root) {
    private static final int SHARD_LETTERS = 3;
    private static final int STRIPES_A_FOLDER = 1_000;

    Path mark() {
        return root.resolve(".holdfast-repository");
    }

    Path sets() {
        return root.resolve("sets");
    }

    Path set(SetId set) {
        return sets().resolve(set.text().substring(0, SHARD_LETTERS)).resolve(set.text());
    }

    Path objects(SetId set) {
        return set(set).resolve("objects");
    }

    Path object(ObjectName name) {
        return objects(name.set()).resolve(name.name());
    }

    Path stream(StreamName name) {
        long stripe = name.stripe().number();
        return set(name.set())
                .resolve(name.purpose().label())
                .resolve("%04d".formatted(stripe / STRIPES_A_FOLDER))
                .resolve("%08d-%s.hfs1".formatted(stripe, name.stream()));
    }

    static Path part(Path target) {
        return target.resolveSibling(target.getFileName() + ".part");
    }

    /** The folder of something below the root. */
    static Path parent(Path below) {
        return Objects.requireNonNull(below.getParent(), "a parent");
    }

    static Optional<SetId> setOf(Path folder) {
        try {
            return Optional.of(SetId.parse(folder.getFileName().toString()));
        } catch (Permanent strange) {
            return Optional.empty();
        }
    }
}
