package io.holdfast.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.protocol.failure.Denied;
import io.holdfast.runtime.RuntimeFailure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class ServiceProcessTest {
    private record Outcome(ExitCode code, String errors) {}

    private static Outcome run(ServiceProcess.Starter starter) {
        PrintStream before = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            return new Outcome(ServiceProcess.run("sample", starter), errors.toString(StandardCharsets.UTF_8));
        } finally {
            System.setErr(before);
        }
    }

    @Test
    void aServiceThatIsStoppedIsClosedAndEndsWell() {
        AtomicBoolean closed = new AtomicBoolean();

        Outcome outcome = run(process -> {
            process.ready("port 1");
            Thread.startVirtualThread(process::stop);
            return () -> closed.set(true);
        });

        assertThat(outcome.code()).isEqualTo(ExitCode.OK);
        assertThat(closed).isTrue();
    }

    @Test
    void aTypedFailureIsShownAsOneBlockWithoutAStackTrace() {
        Outcome outcome = run(process -> {
            throw new Denied(RuntimeFailure.SECRET_EXPOSED, "the file x may be read by others");
        });

        assertThat(outcome.code()).isEqualTo(ExitCode.DENIED);
        assertThat(outcome.errors()).isEqualTo("""
                        error: the file x may be read by others
                          code: runtime.secret-exposed (denied)
                          what to do: Give the file mode 600.
                        """);
    }

    @Test
    void aFatalFailureOfAnyThreadEndsTheProcess() {
        Outcome outcome = run(process -> {
            Thread.startVirtualThread(() -> process.fail(new IllegalStateException("broken")));
            return () -> {};
        });

        assertThat(outcome.code()).isEqualTo(ExitCode.DEFECT);
        assertThat(outcome.errors()).contains("a defect of the program: java.lang.IllegalStateException: broken");
    }
}
