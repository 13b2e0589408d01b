package io.holdfast.column.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.UUID;

/** Texts, bytes and UUIDs. */
record Texts(Refusal refuse) {
    private static final int UUID_LENGTH = 16;

    /** A character that the set lacks, or half of one, is refused: a replacement would be another value. */
    byte[] write(Charset charset, int most, Object value) {
        if (!(value instanceof String text)) {
            throw refuse.wrongClass(value, "String");
        }
        CharsetEncoder encoder = charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer in = CharBuffer.wrap(text);
        ByteBuffer out = ByteBuffer.allocate((int) Math.ceil((double) text.length() * encoder.maxBytesPerChar()) + 8);
        CoderResult result = encoder.encode(in, out, true);
        if (!result.isError()) {
            result = encoder.flush(out);
        }
        if (result.isError()) {
            throw refuse.unmappable(in.position() + 1, charset.name());
        }
        return requireAtMost(most, Arrays.copyOf(out.array(), out.position()));
    }

    private byte[] requireAtMost(int most, byte[] bytes) {
        if (bytes.length > most) {
            throw refuse.outOfRange("it has " + bytes.length + " bytes, and the type has " + most);
        }
        return bytes;
    }

    Object read(Charset charset, int most, byte[] plain) {
        requireReadable(most, plain);
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(plain)).toString();
        } catch (CharacterCodingException e) {
            throw refuse.notOfType("it is no text in " + charset.name());
        }
    }

    private void requireReadable(int most, byte[] plain) {
        if (plain.length > most) {
            throw refuse.notOfType("it has " + plain.length + " bytes, and the type has " + most);
        }
    }

    byte[] writeBinary(int most, Object value) {
        if (!(value instanceof byte[] bytes)) {
            throw refuse.wrongClass(value, "byte[]");
        }
        return requireAtMost(most, bytes.clone());
    }

    Object readBinary(int most, byte[] plain) {
        requireReadable(most, plain);
        return plain.clone();
    }

    /** The first three fields little endian, the rest as it is read aloud. */
    byte[] writeUuid(Object value) {
        if (!(value instanceof UUID uuid)) {
            throw refuse.wrongClass(value, "UUID");
        }
        long high = uuid.getMostSignificantBits();
        return ByteBuffer.allocate(UUID_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) (high >>> 32))
                .putShort((short) (high >>> 16))
                .putShort((short) high)
                .order(ByteOrder.BIG_ENDIAN)
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    Object readUuid(byte[] plain) {
        refuse.requireLength(plain, UUID_LENGTH);
        ByteBuffer in = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
        long high = (long) in.getInt() << 32;
        high |= Short.toUnsignedLong(in.getShort()) << 16;
        high |= Short.toUnsignedLong(in.getShort());
        return new UUID(high, in.order(ByteOrder.BIG_ENDIAN).getLong());
    }
}
