package io.holdfast.chunk.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.AEADBadTagException;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Edges and invalid inputs, in the families of Project Wycheproof: what each provider makes is what Bouncy Castle makes, and what
 * was changed anywhere is refused.
 */
final class CipherEdgesTest {
    private static final Provider OTHER = new BouncyCastleProvider();
    private static final int[] LENGTHS = {
        0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 4099
    };

    private static List<Provider> aes() {
        return Stream.concat(CipherProvider.corretto().stream(), Stream.of(CipherProvider.warmedUp()))
                .toList();
    }

    private static byte[] some(int length, int seed) {
        byte[] bytes = new byte[length];
        new Random(31L * seed + length).nextBytes(bytes);
        return bytes;
    }

    /** What goes into one call of AES-GCM. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these
    private record Gcm(byte[] key, byte[] nonce, byte[] aad) {
        byte[] run(Provider provider, int mode, byte[] input) throws GeneralSecurityException {
            Cipher cipher = CipherProvider.aesGcm(provider);
            cipher.init(mode, new WipedKey("AES", key.clone()), new GCMParameterSpec(128, nonce));
            cipher.updateAAD(aad);
            return cipher.doFinal(input);
        }
    }

    private static byte[] filled(int value) {
        byte[] bytes = new byte[12];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("aes")
    void aesGcmAgreesWithAnotherMakerAtEveryEdge(Provider provider) throws GeneralSecurityException {
        for (int keyLength : new int[] {16, 24, 32}) {
            for (int length : LENGTHS) {
                for (byte[] aad :
                        List.of(new byte[0], some(1, 1), some(15, 1), some(16, 1), some(48, 1), some(300, 1))) {
                    for (byte[] nonce : List.of(filled(0), filled(0xFF), some(12, 2))) {
                        Gcm gcm = new Gcm(some(keyLength, 3), nonce, aad);
                        byte[] plain = some(length, 4);
                        byte[] sealed = gcm.run(provider, Cipher.ENCRYPT_MODE, plain);
                        assertThat(sealed).hasSize(length + 16).isEqualTo(gcm.run(OTHER, Cipher.ENCRYPT_MODE, plain));
                        assertThat(gcm.run(provider, Cipher.DECRYPT_MODE, sealed))
                                .isEqualTo(plain);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("aes")
    void aesGcmRefusesEveryChangeAndEveryCut(Provider provider) throws GeneralSecurityException {
        for (int length : new int[] {0, 1, 16, 17, 64}) {
            Gcm gcm = new Gcm(some(32, 5), some(12, 5), some(48, 5));
            byte[] sealed = gcm.run(provider, Cipher.ENCRYPT_MODE, some(length, 6));
            for (int bit = 0; bit < 8 * sealed.length; bit++) {
                refused(provider, gcm, flipped(sealed, bit));
            }
            for (int cut = 1; cut <= 16; cut++) {
                refused(provider, gcm, Arrays.copyOf(sealed, sealed.length - cut));
                refused(
                        provider,
                        gcm,
                        Arrays.copyOfRange(sealed, Math.min(cut, length), sealed.length - Math.max(0, cut - length)));
            }
            refused(provider, gcm, Arrays.copyOf(sealed, sealed.length + 1));
            byte[] zeroTag = Arrays.copyOf(Arrays.copyOf(sealed, length), length + 16);
            refused(provider, gcm, zeroTag);
        }
    }

    @ParameterizedTest
    @MethodSource("aes")
    void aesGcmRefusesAnotherNonceAnotherAadAndAnotherKey(Provider provider) throws GeneralSecurityException {
        Gcm gcm = new Gcm(some(32, 7), some(12, 7), some(48, 7));
        byte[] sealed = gcm.run(provider, Cipher.ENCRYPT_MODE, some(40, 8));
        for (int bit = 0; bit < 8 * 12; bit++) {
            refused(provider, new Gcm(gcm.key, flipped(gcm.nonce, bit), gcm.aad), sealed);
        }
        for (int bit = 0; bit < 8 * 48; bit++) {
            refused(provider, new Gcm(gcm.key, gcm.nonce, flipped(gcm.aad, bit)), sealed);
        }
        for (int bit = 0; bit < 8 * 32; bit++) {
            refused(provider, new Gcm(flipped(gcm.key, bit), gcm.nonce, gcm.aad), sealed);
        }
        refused(provider, new Gcm(gcm.key, gcm.nonce, new byte[0]), sealed);
        refused(provider, new Gcm(gcm.key, gcm.nonce, Arrays.copyOf(gcm.aad, 47)), sealed);
        refused(provider, new Gcm(gcm.key, gcm.nonce, Arrays.copyOf(gcm.aad, 49)), sealed);
    }

    private static void refused(Provider provider, Gcm gcm, byte[] sealed) {
        assertThatExceptionOfType(AEADBadTagException.class)
                .isThrownBy(() -> gcm.run(provider, Cipher.DECRYPT_MODE, sealed));
    }

    private static byte[] flipped(byte[] bytes, int bit) {
        byte[] other = bytes.clone();
        other[bit / 8] ^= (byte) (1 << bit % 8);
        return other;
    }

    private static Stream<Provider> tripleDes() throws GeneralSecurityException {
        return Stream.of(Cipher.getInstance("DESede/CBC/PKCS5Padding").getProvider(), OTHER);
    }

    private static byte[] cbc(Provider provider, int mode, byte[] iv, byte[] input) throws GeneralSecurityException {
        return des(Cipher.getInstance("DESede/CBC/PKCS5Padding", provider), mode, iv, input);
    }

    private static byte[] des(Cipher cipher, int mode, byte[] iv, byte[] input) throws GeneralSecurityException {
        cipher.init(
                mode,
                new WipedKey("DESede", HexFormat.of().parseHex("0123456789abcdef23456789abcdef01456789abcdef0123")),
                new IvParameterSpec(iv));
        return cipher.doFinal(input);
    }

    @ParameterizedTest
    @MethodSource("tripleDes")
    void tripleDesAgreesWithAnotherMakerAtEveryEdge(Provider provider) throws GeneralSecurityException {
        for (int length : LENGTHS) {
            byte[] plain = some(length, 9);
            byte[] sealed = cbc(provider, Cipher.ENCRYPT_MODE, some(8, 9), plain);
            assertThat(sealed)
                    .hasSize((length / 8 + 1) * 8)
                    .isEqualTo(cbc(OTHER, Cipher.ENCRYPT_MODE, some(8, 9), plain));
            assertThat(cbc(provider, Cipher.DECRYPT_MODE, some(8, 9), sealed)).isEqualTo(plain);
        }
    }

    @ParameterizedTest
    @MethodSource("tripleDes")
    void tripleDesRefusesEveryWrongPaddingAndEveryPartOfABlock(Provider provider) throws GeneralSecurityException {
        Cipher bare = Cipher.getInstance("DESede/CBC/NoPadding", provider);
        byte[] iv = some(8, 10);
        List<byte[]> blocks = Stream.concat(
                        IntStream.of(0, 9, 16, 127, 128, 255)
                                .mapToObj(last -> new byte[] {1, 2, 3, 4, 5, 6, 7, (byte) last}),
                        IntStream.rangeClosed(2, 8).mapToObj(last -> {
                            byte[] block = new byte[8];
                            Arrays.fill(block, 8 - last, 8, (byte) last);
                            block[8 - last] ^= 0x40;
                            return block;
                        }))
                .toList();
        for (byte[] block : blocks) {
            byte[] sealed = des(bare, Cipher.ENCRYPT_MODE, iv, block);
            assertThatThrownBy(() -> cbc(provider, Cipher.DECRYPT_MODE, iv, sealed))
                    .isInstanceOf(BadPaddingException.class);
        }
        byte[] sealed = cbc(provider, Cipher.ENCRYPT_MODE, iv, some(20, 11));
        for (int cut = 1; cut < 8; cut++) {
            byte[] part = Arrays.copyOf(sealed, sealed.length - cut);
            assertThatThrownBy(() -> cbc(provider, Cipher.DECRYPT_MODE, iv, part))
                    .isInstanceOf(IllegalBlockSizeException.class);
        }
    }

    /** RFC 4231, test cases 1, 2, 3, 6 and 7; keys and data in hexadecimal or, in quotes, as text. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "0b*20, Hi There, b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
                "Jefe, what do ya want for nothing?, 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                "aa*20, dd*50, 773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
                "aa*131, Test Using Larger Than Block-Size Key - Hash Key First,"
                        + " 60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
                "aa*131, This is a test using a larger than block-size key and a larger than block-size data."
                        + " The key needs to be hashed before being used by the HMAC algorithm.,"
                        + " 9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
            })
    void hmacSha256GivesThePublishedAnswer(String key, String data, String tag) throws GeneralSecurityException {
        assertThat(HexFormat.of().formatHex(hmac(Mac.getInstance("HmacSHA256"), bytes(key), bytes(data))))
                .isEqualTo(tag);
    }

    private static byte[] bytes(String text) {
        int star = text.indexOf('*');
        if (star != 2) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
        byte[] repeated = new byte[Integer.parseInt(text.substring(3))];
        Arrays.fill(repeated, (byte) Integer.parseInt(text.substring(0, 2), 16));
        return repeated;
    }

    private static byte[] hmac(Mac mac, byte[] key, byte[] data) throws GeneralSecurityException {
        mac.init(new WipedKey("HmacSHA256", key.clone()));
        return mac.doFinal(data);
    }

    @ParameterizedTest
    @CsvSource({"1", "32", "63", "64", "65", "128"})
    void hmacSha256AgreesWithAnotherMakerAtEveryEdge(int keyLength) throws GeneralSecurityException {
        for (int length : LENGTHS) {
            byte[] key = some(keyLength, 12);
            byte[] data = some(length, 13);
            byte[] tag = hmac(Mac.getInstance("HmacSHA256"), key, data);
            assertThat(tag).isEqualTo(hmac(Mac.getInstance("HmacSHA256", OTHER), key, data));
            assertThat(hmac(Mac.getInstance("HmacSHA256"), flipped(key, 0), data))
                    .isNotEqualTo(tag);
            assertThat(hmac(Mac.getInstance("HmacSHA256"), key, Arrays.copyOf(data, length + 1)))
                    .isNotEqualTo(tag);
        }
    }
}
