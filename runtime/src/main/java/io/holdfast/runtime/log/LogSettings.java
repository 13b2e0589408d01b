package io.holdfast.runtime.log;

import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;
import java.util.Map;

/** How a process logs; it logs to standard error. */
public record LogSettings(
        @Setting(doc = "json writes one JSON object a line, text writes lines for people.", example = "text")
        @Default("json")
        LogFormat format,

        @Setting(doc = "The least severe level that is written: error, warn, info, debug or trace.", example = "debug")
        @Default("info")
        LogLevel level,

        @Setting(doc = "Levels of single loggers, by name.", example = "{org.apache.kafka: info}")
        @Default("{org.apache.kafka: warn}")
        Map<String, LogLevel> loggers) {
    public LogSettings {
        loggers = Map.copyOf(loggers);
    }

    /** Lines for people at level info. */
    public static LogSettings text() {
        return new LogSettings(LogFormat.TEXT, LogLevel.INFO, Map.of("org.apache.kafka", LogLevel.WARN));
    }
}
