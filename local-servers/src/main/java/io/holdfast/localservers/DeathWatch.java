package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.util.List;

/**
 * Ends a server when this process ends, however that happens, a kill -9 included: a small shell waits on a pipe whose other end is
 * here, and signals the server when the pipe breaks. Closing it calls that off.
 */
final class DeathWatch implements AutoCloseable {
    private final Process shell;

    private DeathWatch(Process shell) {
        this.shell = shell;
    }

    /** Watches over {@code server}, which will get {@code signal}, such as QUIT. */
    static DeathWatch over(Process server, String signal) {
        try {
            ProcessBuilder builder = new ProcessBuilder(List.of(
                    "sh",
                    "-c",
                    "trap '' INT TERM HUP; read -r word; [ \"$word\" = done ] || kill -s \"$1\" \"$2\"",
                    "holdfast-death-watch",
                    signal,
                    Long.toString(server.pid())));
            builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
            return new DeathWatch(builder.start());
        } catch (IOException e) {
            server.destroyForcibly();
            throw new Permanent(LocalServersFailure.START_FAILED, "cannot start sh to watch over a server: " + e, e);
        }
    }

    @Override
    public void close() {
        try (var pipe = shell.outputWriter()) {
            pipe.write("done\n");
        } catch (IOException alreadyGone) {
            shell.destroyForcibly();
        }
    }
}
