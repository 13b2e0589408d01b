package io.holdfast.runtime.process;

import io.holdfast.protocol.failure.Failure;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a service until it is told to end: starts it, says that it is ready, waits for a signal or a fatal failure, closes
 * it, and tells how it ended. A {@code main} is {@code System.exit(ServiceProcess.run("worker", starter).number())}.
 */
public final class ServiceProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceProcess.class);
    /** A service that takes longer to close is left. */
    private static final long CLOSING_SECONDS = 30;

    /** Starts a service and returns what closes it; called once. */
    public interface Starter {
        /** Starts; what cannot start throws. */
        AutoCloseable start(ServiceProcess process) throws Exception;
    }

    private final String name;
    private final PrintStream out;
    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();

    private ServiceProcess(String name, PrintStream out) {
        this.name = name;
        this.out = out;
    }

    /** Runs the service in this thread; prints to standard output that it is ready, and failures to standard error. */
    public static ExitCode run(String name, Starter starter) {
        ServiceProcess process = new ServiceProcess(name, System.out);
        Thread hook = new Thread(process::stopAndWait, name + "-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return process.runTo(starter, System.err);
        } finally {
            process.closed.countDown();
        }
    }

    /** Says, once the service takes work, that it does: one line, {@code <name> ready: <detail>}. */
    public void ready(String detail) {
        out.println(name + " ready: " + detail);
        out.flush();
        LOG.info("{} is ready: {}", name, detail);
    }

    /** Ends the process with this failure; the first one counts. May be called by any thread. */
    public void fail(Throwable failure) {
        fatal.compareAndSet(null, failure);
        end.countDown();
    }

    /** Ends the process well. May be called by any thread. */
    public void stop() {
        end.countDown();
    }

    private ExitCode runTo(Starter starter, PrintStream errors) {
        try (AutoCloseable service = starter.start(this)) {
            LOG.debug("{} runs as {}", name, service);
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(e);
        } catch (Exception e) {
            fail(e);
        }
        Throwable failure = fatal.get();
        return failure == null ? ExitCode.OK : tell(failure, errors);
    }

    private ExitCode tell(Throwable failure, PrintStream errors) {
        if (failure instanceof InterruptedException) {
            return ExitCode.INTERRUPTED;
        }
        if (failure instanceof Failure typed) {
            errors.print(FailureText.of(typed));
            return ExitCode.of(typed);
        }
        LOG.error("{} ends by a defect", name, failure);
        errors.print(FailureText.ofDefect(failure));
        return ExitCode.DEFECT;
    }

    private void stopAndWait() {
        stop();
        try {
            if (!closed.await(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("{} did not close within {} s and is left", name, CLOSING_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
