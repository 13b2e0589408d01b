package io.holdfast.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import org.junit.jupiter.api.Test;

final class SigningKeyTest {
    @Test
    void itsTextReadsBackAndIsTheSameKey() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        SigningKey key = SigningKey.of(pair.getPublic());

        assertThat(SigningKey.parse(key.text())).isEqualTo(key);
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        assertThat(key.ready().verifies(new byte[0], signature.sign())).isTrue();
        assertThat(key.id()).matches("ed25519-[0-9a-f]{16}");
    }

    @Test
    void whatIsNoKeyIsRefused() throws Exception {
        assertThatThrownBy(() -> SigningKey.parse("ed25519:AAAA")).isInstanceOf(Permanent.class);
        assertThatThrownBy(() -> SigningKey.parse("rsa:AAAA")).isInstanceOf(Permanent.class);
        KeyPair rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        assertThatThrownBy(() -> SigningKey.of(rsa.getPublic())).isInstanceOf(Permanent.class);
    }
}
