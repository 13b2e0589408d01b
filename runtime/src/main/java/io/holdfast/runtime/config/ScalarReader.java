package io.holdfast.runtime.config;

import io.holdfast.protocol.NumberValue;
import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.quantity.ByteCount;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Turns a single value's text into the type of its component; what does not fit is an IllegalArgumentException or a Failure. */
final class ScalarReader {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");
    private static final Pattern BYTES = Pattern.compile("(\\d{1,15})\\s*(B|KiB|MiB|GiB|TiB)?");
    private static final Map<Class<?>, Function<String, Object>> READERS = Map.ofEntries(
            Map.entry(String.class, text -> text),
            Map.entry(int.class, ScalarReader::integer),
            Map.entry(Integer.class, ScalarReader::integer),
            Map.entry(long.class, ScalarReader::whole),
            Map.entry(Long.class, ScalarReader::whole),
            Map.entry(double.class, ScalarReader::decimal),
            Map.entry(Double.class, ScalarReader::decimal),
            Map.entry(boolean.class, ScalarReader::truth),
            Map.entry(Boolean.class, ScalarReader::truth),
            Map.entry(Duration.class, ScalarReader::duration),
            Map.entry(Path.class, ScalarReader::path),
            Map.entry(URI.class, ScalarReader::uri),
            Map.entry(ByteCount.class, ScalarReader::byteCount));

    private ScalarReader() {}

    /** Whether values of {@code type} are single values. */
    static boolean reads(Class<?> type) {
        return READERS.containsKey(type)
                || type.isEnum()
                || TextValue.class.isAssignableFrom(type)
                || NumberValue.class.isAssignableFrom(type);
    }

    static Object read(Class<?> type, String text) {
        Function<String, Object> reader = READERS.get(type);
        if (reader != null) {
            return reader.apply(text);
        }
        if (NumberValue.class.isAssignableFrom(type)) {
            return byConstructor(type, whole(text));
        }
        Method parse = parser(type);
        return parse != null ? byParser(parse, text) : constant(type, text);
    }

    /** What a person calls values of {@code type}. */
    static String form(Class<?> type) {
        if (type.isEnum() && parser(type) == null) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> spelling((Enum<?>) constant))
                    .collect(Collectors.joining(" \\| "));
        }
        if (type == int.class || type == long.class || NumberValue.class.isAssignableFrom(type)) {
            return type == ByteCount.class ? "bytes (64MiB)" : "whole number";
        }
        if (type == Duration.class) {
            return "duration (30s)";
        }
        if (type == SecretRef.class) {
            return "secret's reference";
        }
        return type == String.class ? "text" : type == Path.class ? "path" : words(type.getSimpleName());
    }

    private static String words(String camelCase) {
        return camelCase.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    private static String spelling(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Object constant(Class<?> type, String text) {
        for (Object constant : type.getEnumConstants()) {
            if (spelling((Enum<?>) constant).equals(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                "one of " + form(type).replace(" \\| ", ", ") + " is expected, not \"" + text + "\"");
    }

    @SuppressWarnings("NullAway")
    private static Method parser(Class<?> type) {
        try {
            Method parse = type.getMethod("parse", String.class);
            return Modifier.isStatic(parse.getModifiers()) ? parse : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static Object byParser(Method parse, String text) {
        try {
            return parse.invoke(null, text);
        } catch (InvocationTargetException e) {
            throw reason(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(parse + " is not accessible", e);
        }
    }

    private static Object byConstructor(Class<?> type, long number) {
        try {
            return type.getConstructor(long.class).newInstance(number);
        } catch (InvocationTargetException e) {
            throw reason(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " has no constructor of a number", e);
        }
    }

    /** What a constructor or parser said. */
    static RuntimeException reason(InvocationTargetException e) {
        Throwable cause = e.getCause();
        if (cause instanceof Failure failure) {
            return failure;
        }
        String text = cause == null || cause.getMessage() == null ? "not a valid value" : cause.getMessage();
        return new IllegalArgumentException(text, cause);
    }

    private static Object integer(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw expected("a whole number", text);
        }
    }

    private static Long whole(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw expected("a whole number", text);
        }
    }

    private static Object decimal(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw expected("a number", text);
        }
    }

    private static Object truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw expected("true or false", text);
        };
    }

    private static Object path(String text) {
        if (text.isEmpty()) {
            throw expected("a path", text);
        }
        return Path.of(text);
    }

    private static Object uri(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw expected("an address such as https://host:port", text);
        }
    }

    private static Object duration(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches()) {
            if (text.startsWith("PT") || text.startsWith("P")) {
                try {
                    return Duration.parse(text);
                } catch (java.time.format.DateTimeParseException e) {
                    throw expected("a duration such as 500ms, 30s, 5m, 2h or 1d", text);
                }
            }
            throw expected("a duration such as 500ms, 30s, 5m, 2h or 1d", text);
        }
        long amount = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    private static Object byteCount(String text) {
        Matcher parts = BYTES.matcher(text);
        if (!parts.matches()) {
            throw expected("a number of bytes such as 4096, 64MiB or 2GiB", text);
        }
        String unit = parts.group(2) == null ? "B" : parts.group(2);
        int shift = switch (unit) {
            case "KiB" -> 10;
            case "MiB" -> 20;
            case "GiB" -> 30;
            case "TiB" -> 40;
            default -> 0;
        };
        return ByteCount.of(Math.multiplyExact(Long.parseLong(parts.group(1)), 1L << shift));
    }

    private static IllegalArgumentException expected(String form, String text) {
        return new IllegalArgumentException(form + " is expected, not \"" + text + "\"");
    }
}
