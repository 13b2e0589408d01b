package io.holdfast.keys.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.KeysFailure;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplyKeyTest {
    private final KeyWrap wrap = new KeyWrap(new SecureRandom());
    private final ReplyKey caller = ReplyKey.make();

    private byte[] sealed(SecretBytes secret) {
        return ReplyKey.seal(caller.publicKey(), secret, wrap);
    }

    @Test
    void whatIsSealedToAKeyOpensWithItAndDoesNotShow() {
        try (SecretBytes secret = wrap.newKey()) {
            byte[] answer = sealed(secret);
            try (SecretBytes opened = caller.open(answer).orElseThrow()) {
                assertThat(opened.sameAs(secret)).isTrue();
            }
            assertThat(Bytes.of(answer).text())
                    .doesNotContain(Bytes.of(secret.use(byte[]::clone)).text());
            assertThat(answer).isNotEqualTo(sealed(secret));
        }
    }

    @Test
    void anotherKeyAndEveryChangedBitOpenNothing() {
        try (SecretBytes secret = wrap.newKey()) {
            byte[] answer = sealed(secret);
            assertThat(ReplyKey.make().open(answer)).isEmpty();
            for (int bit = 0; bit < answer.length * 8; bit++) {
                byte[] changed = answer.clone();
                changed[bit / 8] ^= (byte) (1 << (bit % 8));
                // The top bit of a point is no part of it (RFC 7748), yet it is of what the shared key is made from.
                assertThat(caller.open(changed)).as("bit %d", bit).isEmpty();
            }
        }
    }

    @Test
    void whatIsTooShortOrNoPointOpensNothing() {
        for (int length = 0; length < 100; length++) {
            Optional<SecretBytes> opened = caller.open(new byte[length]);
            assertThat(opened).isEmpty();
        }
    }

    @Test
    void aPublicKeyThatIsNoneIsRefused() {
        try (SecretBytes secret = wrap.newKey()) {
            byte[] cut = Arrays.copyOf(caller.publicKey().toArray(), 20);
            assertThatThrownBy(() -> ReplyKey.seal(Bytes.of(cut), secret, wrap))
                    .isInstanceOfSatisfying(
                            Permanent.class, e -> assertThat(e.code()).isEqualTo(KeysFailure.BAD_REQUEST));
        }
    }
}
