package io.holdfast.engine;

import java.nio.file.Path;
import java.util.Optional;

/**
 * TLS of a connection to a database.
 *
 * @param mode what is demanded of the server
 * @param rootCertificate PEM file of the CAs to trust; nothing means those of the system's user
 */
public record ConnectionEncryption(Mode mode, Optional<Path> rootCertificate) {
    /** TLS if the server has it, without a check of who it is: the driver's default. */
    public static final ConnectionEncryption PREFERRED = new ConnectionEncryption(Mode.PREFER, Optional.empty());

    /** The driver's {@code sslmode}. */
    public enum Mode {
        DISABLE("disable"),
        PREFER("prefer"),
        REQUIRE("require"),
        VERIFY_CA("verify-ca"),
        VERIFY_FULL("verify-full");

        private final String label;

        Mode(String label) {
            this.label = label;
        }

        /** The word in configurations. */
        public String label() {
            return label;
        }
    }
}
