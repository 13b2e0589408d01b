package io.holdfast.chunk.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

final class Crc32cTest {
    @Test
    void theCheckValueIsThePublishedOne() {
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        long combined = Crc32c.combine(crc(digits, 0, 4), crc(digits, 4, 9), 5);
        assertThat(combined).isEqualTo(0xE3069283L);
    }

    @Test
    void anyTwoPartsCombineIntoTheWhole() {
        Random random = new Random(12);
        byte[] bytes = new byte[100_000];
        random.nextBytes(bytes);
        long whole = crc(bytes, 0, bytes.length);
        for (int round = 0; round < 200; round++) {
            int cut = random.nextInt(bytes.length + 1);
            long first = crc(bytes, 0, cut);
            long second = crc(bytes, cut, bytes.length);
            assertThat(Crc32c.combine(first, second, bytes.length - cut)).isEqualTo(whole);
        }
    }

    @Test
    void partsLongerThan512MibCombineToo() {
        ByteBuffer zeros = ByteBuffer.allocateDirect(16 << 20);
        CRC32C rest = new CRC32C();
        CRC32C whole = new CRC32C();
        whole.update(1);
        long length = 0;
        for (int piece = 0; piece < 40; piece++) {
            rest.update(zeros.clear());
            whole.update(zeros.clear());
            length += zeros.capacity();
        }
        CRC32C one = new CRC32C();
        one.update(1);
        assertThat(length).isGreaterThan(512L << 20);
        assertThat(Crc32c.combine(one.getValue(), rest.getValue(), length)).isEqualTo(whole.getValue());
    }

    private static long crc(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return crc.getValue();
    }
}
