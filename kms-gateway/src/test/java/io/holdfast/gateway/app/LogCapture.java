package io.holdfast.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Catches everything that anybody logs at trace, messages of exceptions included; the console is spared. */
final class LogCapture implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level level = root.getLevel();
    private final List<Appender<ILoggingEvent>> spared = new ArrayList<>();
    private final ListAppender<ILoggingEvent> caught = new ListAppender<>();

    LogCapture() {
        root.iteratorForAppenders().forEachRemaining(spared::add);
        spared.forEach(root::detachAppender);
        caught.start();
        root.addAppender(caught);
        root.setLevel(Level.TRACE);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (ILoggingEvent event : List.copyOf(caught.list)) {
            text.append(event.getFormattedMessage()).append('\n');
            append(text, event.getThrowableProxy());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, @Nullable IThrowableProxy thrown) {
        for (IThrowableProxy cause = thrown; cause != null; cause = cause.getCause()) {
            text.append(cause.getMessage()).append('\n');
        }
    }

    /** Fails when a secret was logged as it is, in hexadecimal or in Base64; does not show it. */
    void assertHoldsNone(List<byte[]> secrets) {
        String text = text();
        String lower = text.toLowerCase(Locale.ROOT);
        assertThat(text).as("what was caught").isNotEmpty();
        for (byte[] secret : secrets) {
            assertThat(lower.contains(HexFormat.of().formatHex(secret))).isFalse();
            assertThat(text.contains(Base64.getEncoder().withoutPadding().encodeToString(secret)))
                    .isFalse();
            assertThat(text.contains(new String(secret, StandardCharsets.ISO_8859_1)))
                    .isFalse();
        }
    }

    @Override
    public void close() {
        root.setLevel(level);
        root.detachAppender(caught);
        spared.forEach(root::addAppender);
    }
}
