package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Tokens of SoftHSM. Its library reads where they lie from a file that the variable {@code SOFTHSM2_CONF} names when a process loads
 * it, so that variable has to be set for the whole process: {@link #here} is for one for which it is.
 */
public final class SoftHsm {
    private static final String VARIABLE = "SOFTHSM2_CONF";

    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/softhsm/libsofthsm2.so"),
            Path.of("/usr/lib64/softhsm/libsofthsm2.so"),
            Path.of("/usr/lib64/pkcs11/libsofthsm2.so"));

    private final Path configuration;
    private final Path tokens;

    private SoftHsm(Path configuration) {
        this.configuration = configuration;
        this.tokens = configuration.resolveSibling("softhsm-tokens");
    }

    /** The tokens of this process; the file that the variable names is made if it is missing. */
    public static SoftHsm here() {
        String file = System.getenv(VARIABLE);
        if (file == null) {
            throw new Permanent(
                    LocalServersFailure.UNAVAILABLE,
                    "the variable " + VARIABLE + " is not set",
                    "Run the tests by Maven, or set it to a file in an empty folder.");
        }
        library();
        SoftHsm here = new SoftHsm(Path.of(file));
        here.write();
        return here;
    }

    private void write() {
        try {
            Files.createDirectories(tokens);
            Files.writeString(
                    configuration,
                    "directories.tokendir = " + tokens + "\nobjectstore.backend = file\nlog.level = ERROR\n");
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot write " + configuration + ": " + e, e);
        }
    }

    /** Its PKCS#11 library. */
    public static Path library() {
        return LIBRARIES.stream()
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new Permanent(
                        LocalServersFailure.UNAVAILABLE,
                        "SoftHSM is not on this machine",
                        "Install it: apt-get install softhsm2"));
    }

    /**
     * A new token. A process that has loaded the library before does not see it.
     *
     * @return the number of its slot
     */
    public long token(String label, String pin) {
        Command command = Command.in(tokens);
        String said = command.run(List.of(
                "softhsm2-util", "--init-token", "--free", "--label", label, "--so-pin", "so-" + pin, "--pin", pin));
        String number = said.strip().substring(said.strip().lastIndexOf(' ') + 1);
        return Long.parseLong(number);
    }
}
