package io.holdfast.column.value;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.value.ColumnType.Binary;
import io.holdfast.column.value.ColumnType.DateTime2;
import io.holdfast.column.value.ColumnType.DateTimeOffset;
import io.holdfast.column.value.ColumnType.Decimal;
import io.holdfast.column.value.ColumnType.Money;
import io.holdfast.column.value.ColumnType.NarrowText;
import io.holdfast.column.value.ColumnType.Plain;
import io.holdfast.column.value.ColumnType.Time;
import io.holdfast.column.value.ColumnType.Variability;
import io.holdfast.column.value.ColumnType.Whole;
import io.holdfast.column.value.ColumnType.WideText;
import io.holdfast.protocol.failure.Permanent;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Types as text: {@code int}, {@code decimal(10,2)}, {@code nvarchar(32)}, {@code varbinary(max)}; char and varchar name their
 * character set, as in {@code varchar(32) windows-1252}, since nothing else could be right for every machine.
 */
public final class TypeNames {
    private static final Pattern TEXT =
            Pattern.compile("([a-z]+2?)(?: *\\( *([0-9]{1,5}|max) *(?:, *([0-9]{1,2}) *)?\\))?(?: +([^ ]+))?");
    private static final int FINEST = 7;

    private TypeNames() {}

    /** Reads what {@link #text} writes, in either case; anything else is {@link Permanent}. */
    public static ColumnType parse(String text) {
        Matcher found = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!found.matches()) {
            throw unknown(text);
        }
        String name = found.group(1);
        ColumnType type = switch (name) {
            case "bit", "tinyint", "smallint", "int", "bigint" -> Whole.valueOf(upper(name));
            case "money", "smallmoney" -> Money.valueOf(upper(name));
            case "real", "float", "uniqueidentifier", "date", "datetime", "smalldatetime" -> Plain.valueOf(upper(name));
            case "decimal", "numeric" -> new Decimal(number(found, 2, 18), number(found, 3, 0));
            case "time" -> new Time(number(found, 2, FINEST));
            case "datetime2" -> new DateTime2(number(found, 2, FINEST));
            case "datetimeoffset" -> new DateTimeOffset(number(found, 2, FINEST));
            case "nchar", "nvarchar" -> new WideText(variability(name), number(found, 2, 1));
            case "char", "varchar" ->
                new NarrowText(variability(name), number(found, 2, 1), charset(found.group(4), text));
            case "binary", "varbinary" -> new Binary(variability(name), number(found, 2, 1));
            default -> throw unknown(text);
        };
        boolean bare = type instanceof Whole || type instanceof Money || type instanceof Plain;
        if ((found.group(4) != null && !(type instanceof NarrowText))
                || (found.group(3) != null && !(type instanceof Decimal))
                || (found.group(2) != null && bare)) {
            throw unknown(text);
        }
        return type;
    }

    /** The one spelling of a type. */
    public static String text(ColumnType type) {
        return switch (type) {
            case Whole whole -> whole.name().toLowerCase(Locale.ROOT);
            case Money money -> money.name().toLowerCase(Locale.ROOT);
            case Plain plain -> plain.name().toLowerCase(Locale.ROOT);
            case Decimal decimal -> "decimal(" + decimal.precision() + "," + decimal.scale() + ")";
            case WideText wide -> "n" + wide.variability().word("char") + length(wide.length());
            case NarrowText narrow ->
                narrow.variability().word("char") + length(narrow.length()) + " "
                        + narrow.charset().name().toLowerCase(Locale.ROOT);
            case Binary binary -> binary.variability().word("binary") + length(binary.length());
            case Time time -> "time(" + time.scale() + ")";
            case DateTime2 time -> "datetime2(" + time.scale() + ")";
            case DateTimeOffset time -> "datetimeoffset(" + time.scale() + ")";
        };
    }

    private static String length(int length) {
        return length == ColumnType.MAX ? "(max)" : "(" + length + ")";
    }

    private static String upper(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    private static Variability variability(String name) {
        return name.contains("var") ? Variability.VARYING : Variability.FIXED;
    }

    private static int number(Matcher found, int group, int otherwise) {
        String text = found.group(group);
        if (text == null) {
            return otherwise;
        }
        return text.equals("max") ? ColumnType.MAX : Integer.parseInt(text);
    }

    private static Charset charset(@Nullable String name, String text) {
        if (name == null) {
            throw new Permanent(
                    ColumnFailure.TYPE_UNKNOWN,
                    "the type \"" + text + "\" does not say its character set, as \"" + text + " windows-1252\" does");
        }
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new Permanent(
                    ColumnFailure.TYPE_UNKNOWN,
                    "the type \"" + text + "\" names a character set that this Java does not have",
                    e);
        }
    }

    static void requireLength(String name, int length, int most) {
        boolean max = length == ColumnType.MAX && name.contains("var");
        if (!max && (length < 1 || length > most)) {
            throw unknown(name + length(length));
        }
    }

    static void requireScale(String name, int scale) {
        if (scale < 0 || scale > FINEST) {
            throw unknown(name + "(" + scale + ")");
        }
    }

    static Permanent unknown(String text) {
        return new Permanent(ColumnFailure.TYPE_UNKNOWN, "an encrypted column cannot have the type \"" + text + "\"");
    }
}
