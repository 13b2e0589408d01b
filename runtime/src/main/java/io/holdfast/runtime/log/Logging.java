package io.holdfast.runtime.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.nio.file.Path;
import net.logstash.logback.encoder.LogstashEncoder;
import org.slf4j.LoggerFactory;

/** Sets up the logs of a process, once, as its first act. */
public final class Logging {
    private static final String TEXT = "%d{HH:mm:ss.SSS} %-5level %-24logger{0} %msg%replace( [%mdc]){' \\[\\]', ''}%n";

    private Logging() {}

    /** Logs to standard error as {@code settings} say; each JSON line names the process's role. */
    public static void start(String role, LogSettings settings) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setTarget("System.err");
        console.addFilter(seldomRepeats());
        console.setEncoder(encoder(role, settings.format(), context));
        console.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(console);
        root.setLevel(level(settings.level()));
        settings.loggers().forEach((name, level) -> context.getLogger(name).setLevel(level(level)));
    }

    /** Logs to a file, in lines for people: for a whole platform in one process, whose screen is for something else. */
    public static void toFile(Path file, LogSettings settings) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setContext(context);
        appender.setFile(file.toString());
        appender.addFilter(seldomRepeats());
        appender.setEncoder(encoder("platform", LogFormat.TEXT, context));
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        root.setLevel(level(settings.level()));
        settings.loggers().forEach((name, level) -> context.getLogger(name).setLevel(level(level)));
    }

    private static SeldomRepeats seldomRepeats() {
        SeldomRepeats filter = new SeldomRepeats();
        filter.start();
        return filter;
    }

    private static Encoder<ILoggingEvent> encoder(String role, LogFormat format, LoggerContext context) {
        if (format == LogFormat.TEXT) {
            PatternLayoutEncoder text = new PatternLayoutEncoder();
            text.setContext(context);
            text.setPattern(TEXT);
            text.start();
            return text;
        }
        LogstashEncoder json = new LogstashEncoder();
        json.setContext(context);
        json.setCustomFields("{\"role\":\"" + role.replaceAll("[^A-Za-z0-9_-]", "_") + "\"}");
        json.setVersion("1");
        json.start();
        return json;
    }

    private static Level level(LogLevel level) {
        return Level.toLevel(level.name());
    }
}
