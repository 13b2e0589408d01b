package io.holdfast.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "db-1",
                "db-1:5432",
                "gateway.example",
                "kafka_1:9092",
                "192.0.2.7:1",
                "[2001:db8::7]:65535",
                "3com.example"
            })
    void whatIsReadIsWrittenTheSame(String text) {
        assertThat(HostAddress.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":9092",
                "a b",
                "-db",
                "db-",
                "a..b",
                "db.",
                "http://db",
                "db/1",
                "999.1.1.1",
                "10.1",
                "7",
                "[db",
                "[::1]9092",
                "::g",
                "db:0",
                "db:65536",
                "db:-1",
                "db:",
                "db:x"
            })
    void whatIsNoHostOrNoPortIsRefused(String text) {
        assertThatThrownBy(() -> HostAddress.parse(text)).isInstanceOf(Permanent.class);
    }

    @Test
    void anAddressOfSixWithoutBracketsHasNoPort() {
        HostAddress address = HostAddress.parse("2001:db8::7");
        assertThat(address.port()).isEmpty();
        assertThat(address.host().inUrl()).isEqualTo("[2001:db8::7]");
    }

    @Test
    void aNameHasAtMost63LettersBetweenDotsAnd253InAll() {
        String longest = "a".repeat(63);
        assertThat(HostName.parse(longest + "." + longest).text()).hasSize(127);
        assertThatThrownBy(() -> HostName.parse(longest + "a")).isInstanceOf(Permanent.class);
        String four = String.join(".", longest, longest, longest, longest);
        assertThatThrownBy(() -> HostName.parse(four)).isInstanceOf(Permanent.class);
    }

    @Test
    void theSamePlaceIsKnownInAnyLetters() {
        assertThat(HostAddress.parse("Db-1:5432").same(HostAddress.parse("db-1:5432")))
                .isTrue();
        assertThat(HostAddress.parse("db-1:5432").same(HostAddress.parse("db-1:5433")))
                .isFalse();
        assertThat(HostAddress.parse("db-1:5432").same(HostAddress.parse("db-1")))
                .isFalse();
    }
}
