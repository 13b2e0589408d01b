package io.holdfast.catalog;

import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import java.util.Arrays;

/** Objects that count only once they were read back. */
final class Stored {
    private Stored() {}

    /** Writes an object unless an equal one is there, and reads it back. */
    static void write(Repository repository, ObjectName name, byte[] content) {
        repository.putObject(name, content);
        byte[] back = repository.getObject(name).orElse(new byte[0]);
        if (!Arrays.equals(back, content)) {
            throw new Corrupt(
                    CatalogFailure.NOT_READ_BACK,
                    "the " + name + " in repository " + repository.name() + " reads back as " + back.length
                            + " bytes that are not those that were written");
        }
    }
}
