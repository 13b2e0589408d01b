package io.holdfast.repository.file;

import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.repository.Repository;
import java.nio.file.Path;

/** A repository in a folder. */
public final class FileRepository {
    private FileRepository() {}

    /** Opens it. */
    @SuppressWarnings("DoNotCallSuggester")
    public static Repository open(RepositoryName name, Path folder, int readers) {
        throw new UnsupportedOperationException();
    }
}
