package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Transient;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class BytesAndRulesTest {
    private static final long SEED = 20_261_130;

    @Test
    void sumsOfPartsCombineIntoTheSumOfTheWhole() {
        Random random = new Random(SEED);
        for (int round = 0; round < 200; round++) {
            byte[] whole = new byte[random.nextInt(5_000)];
            random.nextBytes(whole);
            int cut = whole.length == 0 ? 0 : random.nextInt(whole.length + 1);
            long combined =
                    Crc32cCombine.combine(sum(whole, 0, cut), sum(whole, cut, whole.length), whole.length - cut);
            assertThat(combined).as("round %s of seed %s", round, SEED).isEqualTo(sum(whole, 0, whole.length));
        }
    }

    @Test
    void sumsCombineOverMoreThanFourGigabytes() {
        byte[] block = new byte[1 << 20];
        new Random(SEED).nextBytes(block);
        long one = sum(block, 0, block.length);
        long doubled = one;
        long length = block.length;
        long added = one;
        for (int i = 0; i < 13; i++) {
            doubled = Crc32cCombine.combine(doubled, doubled, length);
            length *= 2;
        }
        for (long i = 1; i < length / block.length; i++) {
            added = Crc32cCombine.combine(added, one, block.length);
        }
        assertThat(length).isGreaterThan(1L << 32);
        assertThat(doubled).isEqualTo(added);
    }

    private static long sum(byte[] bytes, int from, int to) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, from, to - from);
        return sum.getValue();
    }

    @Test
    void copyIsParsedHoweverItIsCut() {
        Random random = new Random(SEED);
        for (int round = 0; round < 100; round++) {
            List<byte[]> fields = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                byte[] field = new byte[random.nextInt(3) == 0 ? 0 : random.nextInt(100)];
                random.nextBytes(field);
                fields.add(field);
            }
            byte[] stream = copy(fields);
            Rows rows = new Rows();
            CopyRows parser = new CopyRows(rows);
            int at = 0;
            while (at < stream.length) {
                assertThat(parser.isComplete()).isFalse();
                int next = Math.min(stream.length, at + 1 + random.nextInt(40));
                parser.take(Arrays.copyOfRange(stream, at, next));
                at = next;
            }
            assertThat(parser.isComplete()).isTrue();
            assertThat(rows.fields).as("round %s of seed %s", round, SEED).containsExactlyElementsOf(fields);
        }
    }

    @Test
    void anotherFormOfCopyIsRefused() {
        byte[] stream = copy(List.of(new byte[10]));
        byte[] wrongSignature = stream.clone();
        wrongSignature[3]++;
        byte[] wrongFields = stream.clone();
        wrongFields[20]++;
        byte[] after = Arrays.copyOf(stream, stream.length + 1);
        for (byte[] bad : List.of(wrongSignature, wrongFields, after)) {
            assertThatThrownBy(() -> new CopyRows(new Rows()).take(bad)).isInstanceOf(Transient.class);
        }
    }

    private static byte[] copy(List<byte[]> fields) {
        ByteBuffer stream = ByteBuffer.allocate(10_000);
        stream.put(new byte[] {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0});
        stream.putInt(0).putInt(0);
        for (int i = 0; i < fields.size(); i++) {
            stream.putShort((short) 2).putInt(4).putInt(i);
            stream.putInt(fields.get(i).length).put(fields.get(i));
        }
        stream.putShort((short) -1);
        return Arrays.copyOf(stream.array(), stream.position());
    }

    private static final class Rows implements CopyRows.Rows {
        final List<byte[]> fields = new ArrayList<>();
        private final ByteArrayOutputStream field = new ByteArrayOutputStream();

        @Override
        public void begin(int number, int length) {
            assertThat(number).isEqualTo(fields.size());
            field.reset();
        }

        @Override
        public void bytes(ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            field.writeBytes(copy);
        }

        @Override
        public void end() {
            fields.add(field.toByteArray());
        }
    }

    @Test
    void onlyRelationsHavePagesToCheck() {
        for (String path :
                List.of("base/5/16384", "global/1262", "base/1/2619_fsm", "pg_tblspc/16385/PG_18_202506291/5/7_vm")) {
            assertThat(RelationPath.of(path)).as(path).isPresent();
        }
        assertThat(RelationPath.of("base/5/16384_init.2").orElseThrow().blockInFork(3))
                .isEqualTo(2 * 131_072L + 3);
        for (String path : List.of(
                "pg_xact/0000", "base/5/PG_VERSION", "global/pg_control", "base/5/pg_filenode.map", "base/5/16384x")) {
            assertThat(RelationPath.of(path)).as(path).isEmpty();
        }
    }

    @Test
    void unloggedAndTemporaryRelationsAreLeftOutButForTheirInitForks() {
        ListingRules rules = new ListingRules("PG_18_1", Set.of("base/5/100"));
        assertThat(List.of("base/5/100_init", "base/5/1000", "base/6/100", "base/5/t_1", "pg_tblspc/1/PG_18_1"))
                .allMatch(rules::takes);
        assertThat(List.of(
                        "base/5/100",
                        "base/5/100.1",
                        "base/5/100_vm",
                        "base/5/t3_16400",
                        "base/5/t3_16400_fsm.2",
                        "pg_tblspc/1/PG_17_9",
                        "base/pgsql_tmp",
                        "base/5/pg_internal.init.77",
                        "postmaster.pid"))
                .noneMatch(rules::takes);
    }

    @Test
    void aTablespaceMapEscapesWhatTheServerEscapes() {
        assertThat(TablespaceMap.text(Map.of(2L, "/b\\c", 1L, "/a\nb"))).isEqualTo("1 /a\\\nb\n2 /b\\\\c\n");
        assertThat(TablespaceMap.text(Map.of())).isEmpty();
    }
}
