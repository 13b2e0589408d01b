package io.holdfast.column.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.holdfast.column.ColumnName;
import io.holdfast.column.Vectors;
import io.holdfast.column.cell.CellKey;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.ColumnCodec;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.protocol.SecretBytes;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The vectors of every type: what the driver wrote, or, where it is wrong, what the format demands. */
final class NormaliserVectorsTest {
    private static final ColumnName COLUMN = new ColumnName("dbo", "t", "c");

    static List<JsonNode> vectors() {
        return Vectors.of("normalized");
    }

    private static ColumnType type(JsonNode vector) {
        String text = vector.get("type").asText();
        return TypeNames.parse(text.startsWith("varchar") ? text + " windows-1252" : text);
    }

    private static Object value(ColumnType type, String text) {
        return switch (type) {
            case ColumnType.Whole w -> Long.valueOf(text);
            case ColumnType.Decimal d -> new BigDecimal(text);
            case ColumnType.Money m -> new BigDecimal(text);
            case ColumnType.WideText w -> text;
            case ColumnType.NarrowText n -> text;
            case ColumnType.Binary b -> HexFormat.of().parseHex(text);
            case ColumnType.Time t -> LocalDateTime.parse(text).toLocalTime();
            case ColumnType.DateTime2 t -> LocalDateTime.parse(text);
            case ColumnType.DateTimeOffset t -> OffsetDateTime.parse(text);
            case ColumnType.Plain plain ->
                switch (plain) {
                    case REAL -> Float.valueOf(text);
                    case FLOAT -> Double.valueOf(text);
                    case UNIQUEIDENTIFIER -> UUID.fromString(text);
                    case DATE -> LocalDateTime.parse(text).toLocalDate();
                    case DATETIME, SMALLDATETIME -> LocalDateTime.parse(text);
                };
        };
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void valuesAreWrittenAndReadBack(JsonNode vector) {
        ColumnType type = type(vector);
        Object value = value(type, vector.get("value").asText());
        byte[] demanded = Vectors.hex(vector.has("spec") ? vector.get("spec") : vector.get("driver"));
        Normaliser normaliser = new Normaliser(COLUMN, type);
        assertThat(normaliser.write(value)).isEqualTo(demanded);
        Object read = normaliser.read(demanded);
        assertThat(normaliser.write(read)).isEqualTo(demanded);
        if (!vector.get("driver").isNull()) {
            assertThat(normaliser.read(Vectors.hex(vector.get("driver")))).isEqualTo(read);
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void cellsOfTheDriverAreReadAndWrittenByTheCodec(JsonNode vector) {
        ColumnType type = type(vector);
        Object value = value(type, vector.get("value").asText());
        try (SecretBytes cek = Vectors.key(0);
                CellKey key = CellKey.of("cek", cek)) {
            ColumnCodec codec = new ColumnCodec(new EncryptedColumn(COLUMN, type, EncryptionKind.DETERMINISTIC), key);
            byte[] ours = codec.encrypt(value);
            if (vector.hasNonNull("deterministicCell")) {
                byte[] theirs = Vectors.hex(vector.get("deterministicCell"));
                assertThat(codec.decrypt(theirs)).isEqualTo(codec.decrypt(ours));
                if (!vector.has("spec")) {
                    assertThat(ours).isEqualTo(theirs);
                }
            } else {
                assertThat(vector.get("driver").isNull()).isTrue();
            }
        }
    }
}
