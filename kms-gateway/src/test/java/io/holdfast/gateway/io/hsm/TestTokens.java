package io.holdfast.gateway.io.hsm;

import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.SoftHsm;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.file.PrivateFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tokens of a real SoftHSM, made before this process loads its library, as later ones would not be seen.
 *
 * @param guarded the one whose PIN is tried: a login is the whole process's, so that a token where another test has logged in takes
 *     any PIN
 */
public record TestTokens(long main, long other, long guarded) {
    /** The PIN of all. */
    public static final String PIN = "2b-or-not-2b";

    private static final class Made {
        private static final TestTokens ONCE = make();

        private static TestTokens make() {
            SoftHsm hsm = ServersForTests.softHsm();
            return new TestTokens(hsm.token("main", PIN), hsm.token("other", PIN), hsm.token("guarded", PIN));
        }
    }

    /** The tokens; without SoftHSM the test is aborted, or fails in CI. */
    public static TestTokens required() {
        SoftHsm unused = ServersForTests.softHsm();
        return Made.ONCE;
    }

    /** The settings of a token; its PIN, or a wrong one, goes into a file of {@code folder}. */
    public static HsmSettings settings(long slot, Path folder, String pin) {
        Path file = folder.resolve("pin-" + slot);
        PrivateFiles.replace(file, pin.getBytes(StandardCharsets.UTF_8));
        return new HsmSettings(SoftHsm.library(), Optional.of(slot), 0, SecretRef.file(file));
    }
}
