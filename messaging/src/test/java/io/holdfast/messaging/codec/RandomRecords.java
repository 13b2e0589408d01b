package io.holdfast.messaging.codec;

import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.manifest.TopicCopies;
import io.holdfast.protocol.plan.Extent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Records with random content, from a seed. */
public final class RandomRecords {
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("JobId", "01JDXZ0000000000000000000A"),
            Map.entry("SetId", "01JDXZ0000000000000000000A-1"),
            Map.entry("FleetId", "fleet-0001"),
            Map.entry("Bytes", "00ff10"),
            Map.entry("StreamId", "ab".repeat(32)),
            Map.entry("Lsn", "16/B374D848"),
            Map.entry("MemberId", "worker-host-1"));

    private final Random random;

    public RandomRecords(long seed) {
        this.random = new Random(seed);
    }

    /** One record of a type. */
    public <T> T next(Class<T> type) {
        return type.cast(value(Shapes.of(type)));
    }

    private Object value(Shape shape) {
        return switch (shape) {
            case Shape.Struct struct -> struct(struct);
            case Shape.Union union -> {
                List<Shape.Struct> all = new ArrayList<>(union.variants().values());
                yield struct(all.get(random.nextInt(all.size())));
            }
            case Shape.Word word ->
                word.parse().apply(WORDS.getOrDefault(word.type().getSimpleName(), "name-" + random.nextInt(10)));
            case Shape.Quantity quantity -> quantity.make().apply(1L + random.nextInt(9));
            case Shape.Choice choice -> {
                List<Object> all = new ArrayList<>(choice.words().values());
                yield all.get(random.nextInt(all.size()));
            }
            case Shape.Sequence sequence -> {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    list.add(value(sequence.element()));
                }
                yield List.copyOf(list);
            }
            case Shape.Table table -> {
                Map<String, Object> map = new TreeMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    map.put("key " + random.nextInt(1000), value(table.value()));
                }
                yield map;
            }
            case Shape.Text text -> "text \"ü\" \u2028 " + random.nextInt();
            case Shape.Whole whole ->
                whole.most() == Integer.MAX_VALUE ? (Object) random.nextInt() : (Object) random.nextLong();
            case Shape.Truth truth -> random.nextBoolean();
            case Shape.Moment moment ->
                Instant.ofEpochSecond(random.nextInt(2_000_000_000), random.nextInt(1_000_000_000));
        };
    }

    private Object struct(Shape.Struct struct) {
        if (struct.type() == Compression.class) {
            Codec codec = List.of(Codec.NONE, Codec.ZSTD, Codec.LZ4).get(random.nextInt(3));
            return new Compression(codec, codec == Codec.ZSTD ? 1 + random.nextInt(19) : 0);
        }
        if (struct.type() == TopicCopies.class) {
            int copies = 1 + random.nextInt(5);
            return new TopicCopies(copies, 1 + random.nextInt(copies));
        }
        if (struct.type() == Extent.class) {
            return new Extent("base/1/" + random.nextInt(1000), random.nextInt(1000), random.nextInt(1000));
        }
        Object[] arguments = struct.fields().stream()
                .map(field -> {
                    if (field.name().equals("v")) {
                        return 1;
                    }
                    return field.required() || random.nextInt(3) > 0 ? value(field.shape()) : null;
                })
                .toArray();
        return Shapes.call(() -> struct.constructor().newInstance(arguments));
    }
}
