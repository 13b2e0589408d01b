package io.holdfast.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class Ed25519Test {
    private static final String PKCS8 = "302e020100300506032b657004220420";

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    /** The third test of RFC 8032, section 7.1. */
    @Test
    void theAnswersOfTheStandard() {
        byte[] secret = hex(PKCS8 + "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7");
        byte[] open = hex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
        byte[] message = hex("af82");
        byte[] signature = hex("6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");

        assertThat(Ed25519.sign(secret, message)).isEqualTo(signature);
        assertThat(Ed25519.of(open).verifies(message, signature)).isTrue();
    }

    @Test
    void whatTheJdkSignsVerifiesHereAndTheOtherWayRound() throws Exception {
        long seed = 7;
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            byte[] spki = pair.getPublic().getEncoded();
            Ed25519 open = Ed25519.of(Arrays.copyOfRange(spki, spki.length - 32, spki.length));
            byte[] message = new byte[random.nextInt(2_000)];
            random.nextBytes(message);

            Signature jdk = Signature.getInstance("Ed25519");
            jdk.initSign(pair.getPrivate());
            jdk.update(message);
            byte[] theirs = jdk.sign();
            byte[] ours = Ed25519.sign(pair.getPrivate().getEncoded(), message);

            assertThat(ours).as("seed %d", seed).isEqualTo(theirs);
            assertThat(open.verifies(message, theirs)).isTrue();
            byte[] changed = theirs.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            assertThat(open.verifies(message, changed)).isFalse();
        }
    }

    @Test
    void whatIsNoKeyOrNoSignatureIsRefused() {
        byte[] open = hex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
        for (int length : new int[] {0, 1, 63, 65, 1_000}) {
            assertThat(Ed25519.of(open).verifies(new byte[2], new byte[length])).isFalse();
        }
        byte[] noPoint = new byte[32];
        Arrays.fill(noPoint, (byte) 0xff);
        assertThatThrownBy(() -> Ed25519.of(noPoint)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Ed25519.sign(new byte[48], new byte[2])).isInstanceOf(IllegalArgumentException.class);
    }
}
