package io.holdfast.chunk.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The providers against published answers. */
final class KnownAnswersTest {
    private static final HexFormat HEX = HexFormat.of();

    /** McGrew and Viega, "The Galois/Counter Mode of Operation", test cases 4, 10 and 16. */
    private static final String NONCE = "cafebabefacedbaddecaf888";

    private static final String AAD = "feedfacedeadbeeffeedfacedeadbeefabaddad2";
    private static final String PLAIN = "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
            + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";

    private static Stream<Arguments> gcm() {
        List<Provider> providers = Stream.of(CipherProvider.corretto().stream(), Stream.of(CipherProvider.warmedUp()))
                .flatMap(each -> each)
                .toList();
        return providers.stream()
                .flatMap(provider -> Stream.of(
                        Arguments.of(
                                provider,
                                "feffe9928665731c6d6a8f9467308308",
                                "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                                        + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091"
                                        + "5bc94fbc3221a5db94fae95ae7121a47"),
                        Arguments.of(
                                provider,
                                "feffe9928665731c6d6a8f9467308308feffe9928665731c",
                                "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c"
                                        + "7d773d00c144c525ac619d18c84a3f4718e2448b2fe324d9ccda2710"
                                        + "2519498e80f1478f37ba55bd6d27618c"),
                        Arguments.of(
                                provider,
                                "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
                                "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                                        + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                                        + "76fc6ece0f4e1768cddf8853bb2d551b")));
    }

    @ParameterizedTest
    @MethodSource("gcm")
    void aesGcmGivesThePublishedAnswer(Provider provider, String key, String sealed) throws GeneralSecurityException {
        assertThat(HEX.formatHex(gcm(provider, Cipher.ENCRYPT_MODE, key, PLAIN)))
                .isEqualTo(sealed);
        assertThat(HEX.formatHex(gcm(provider, Cipher.DECRYPT_MODE, key, sealed)))
                .isEqualTo(PLAIN);
        String damaged = sealed.substring(0, sealed.length() - 1) + (sealed.endsWith("0") ? "1" : "0");
        assertThatExceptionOfType(AEADBadTagException.class)
                .isThrownBy(() -> gcm(provider, Cipher.DECRYPT_MODE, key, damaged));
    }

    /** NIST SP 800-67's example of three keys; the first block of CBC under a zero IV is ECB's, the next is chained to it. */
    @Test
    void tripleDesGivesThePublishedAnswer() throws GeneralSecurityException {
        byte[] plain = "The qufck brown fox jump".getBytes(StandardCharsets.US_ASCII);
        WipedKey key = new WipedKey("DESede", HEX.parseHex("0123456789abcdef23456789abcdef01456789abcdef0123"));
        Cipher ecb = Cipher.getInstance("DESede/ECB/NoPadding");
        ecb.init(Cipher.ENCRYPT_MODE, key);
        assertThat(HEX.formatHex(ecb.doFinal(plain))).isEqualTo("a826fd8ce53b855fcce21c8112256fe668d5c05dd9b6b900");
        Cipher cbc = Cipher.getInstance("DESede/CBC/PKCS5Padding");
        cbc.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[8]));
        byte[] chained = cbc.doFinal(plain);
        byte[] last = new byte[8];
        for (int block = 0; block < 4; block++) {
            byte[] mixed = new byte[8];
            for (int at = 0; at < 8; at++) {
                int clear = block < 3 ? plain[8 * block + at] : 8;
                mixed[at] = (byte) (clear ^ last[at]);
            }
            last = ecb.doFinal(mixed);
            assertThat(Arrays.copyOfRange(chained, 8 * block, 8 * block + 8)).isEqualTo(last);
        }
    }

    private static byte[] gcm(Provider provider, int mode, String key, String input) throws GeneralSecurityException {
        Cipher cipher = CipherProvider.aesGcm(provider);
        cipher.init(mode, new WipedKey("AES", HEX.parseHex(key)), new GCMParameterSpec(128, HEX.parseHex(NONCE)));
        cipher.updateAAD(HEX.parseHex(AAD));
        return cipher.doFinal(HEX.parseHex(input));
    }
}
