package io.holdfast.runtime.file;

import java.nio.file.OpenOption;
import java.util.Optional;

/** The option by which a file is written past the system's page cache ({@code O_DIRECT}). */
public final class DirectOption {
    /** What addresses, places and lengths of direct writes are multiples of here: no disk in use has larger blocks. */
    public static final int BLOCK = 4096;

    private static final Optional<OpenOption> FOUND = look();

    private DirectOption() {}

    /**
     * Empty in a Java without it. A file system may refuse a file that is opened by it, or what is written to it, by an
     * {@link java.io.IOException} or an {@link UnsupportedOperationException}.
     */
    public static Optional<OpenOption> get() {
        return FOUND;
    }

    /** By its name: the compiler warns of the class as internal, though module jdk.unsupported exports it to all. */
    private static Optional<OpenOption> look() {
        try {
            for (Object option :
                    Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
                if (option instanceof OpenOption found && found.toString().equals("DIRECT")) {
                    return Optional.of(found);
                }
            }
            return Optional.empty();
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }
}
