package io.holdfast.localservers;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How an OpenBao of our own shall run.
 *
 * @param folder where its data, its configuration and its keys lie
 * @param port where it listens on the loopback interface; 0 takes a free one
 * @param tls its certificate; without it, it listens in the clear
 */
public record OpenBaoOptions(Path folder, int port, Optional<TestCertificate> tls) {
    /** In the clear, on a free port. */
    public static OpenBaoOptions in(Path folder) {
        return new OpenBaoOptions(folder, 0, Optional.empty());
    }

    /** The same by TLS. */
    public OpenBaoOptions withTls(TestCertificate certificate) {
        return new OpenBaoOptions(folder, port, Optional.of(certificate));
    }
}
