package io.holdfast.gateway.io.hsm;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.OnDisk;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.Setting;
import java.nio.file.Path;
import java.util.Optional;

/** A token of an HSM, and how the gateway logs in. */
public record HsmSettings(
        @Setting(doc = "The PKCS#11 library of the HSM's vendor.", example = "/usr/lib/softhsm/libsofthsm2.so")
        @OnDisk(OnDisk.What.FILE)
        Path library,

        @Setting(doc = "The number of the token's slot; without it slotIndex holds.", example = "172302555")
        Optional<Long> slot,

        @Setting(doc = "The place of the token's slot in the library's list, from 0.") @Default("0")
        int slotIndex,

        @Setting(doc = "The PIN of the token's user, by reference.", example = "file:/etc/holdfast/secrets/hsm-pin")
        SecretRef pin) {
    /** What this section is for. */
    public static final String DOC = "HSMs that hold keys of encryptors, by name.";

    /** How it is written. */
    public static final String EXAMPLE =
            "{main: {library: /usr/lib/softhsm/libsofthsm2.so, slot: 172302555, pin: \"file:secrets/hsm-pin\"}}";

    public HsmSettings {
        String path = library.toString();
        if (path.chars().anyMatch(letter -> letter < ' ' || letter == '"' || letter == '\\')) {
            throw Permanent.invalid("the path of a PKCS#11 library has no quotes, backslashes or line ends", path);
        }
        if (slotIndex < 0 || slot.filter(number -> number < 0).isPresent()) {
            throw Permanent.invalid(
                    "slots are counted from 0", slot.map(Object::toString).orElse("" + slotIndex));
        }
    }

    /** Which slot, as the JDK's provider wants it. */
    String place() {
        return slot.map(number -> "slot = " + number).orElse("slotListIndex = " + slotIndex);
    }
}
