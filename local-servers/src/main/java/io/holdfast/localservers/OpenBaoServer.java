package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.nio.file.Path;

/** placeholder */
public final class OpenBaoServer {
    private OpenBaoServer() {}

    /** OpenBao's program, prepared first if it can be; {@link Permanent} if not. */
    public static Path findOrPrepare() {
        Path program = CacheFolder.servers().resolve("openbao/bin/bao");
        if (!java.nio.file.Files.isExecutable(program)) {
            TestServers.prepare();
        }
        if (!java.nio.file.Files.isExecutable(program)) {
            throw new Permanent(LocalServersFailure.UNAVAILABLE, "OpenBao's program is not at " + program);
        }
        return program;
    }
}
