package io.holdfast.localservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OpenBaoServerTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void needsOpenBao() {
        ServersForTests.openBao();
    }

    @Test
    void servesTransitByTlsAndKeepsItsKeysOverARestart() {
        OpenBaoOptions options =
                OpenBaoOptions.in(folder.resolve("bao")).withTls(TestCertificate.create(folder.resolve("tls")));
        try (OpenBaoServer bao = OpenBaoServer.start(options)) {
            bao.request("POST", "transit/keys/k", "{\"derived\": true}");
            String token = bao.token("1h", "root");
            assertThat(token).startsWith("s.").isNotEqualTo(bao.rootToken());
            bao.stop();
            bao.start();
            assertThat(bao.request("GET", "transit/keys/k", "")).contains("aes256-gcm96");
        }
    }

    @Test
    void refusesWhileItIsSealed() {
        try (OpenBaoServer bao = OpenBaoServer.start(OpenBaoOptions.in(folder.resolve("bao")))) {
            bao.seal();
            assertThatThrownBy(() -> bao.request("GET", "transit/keys?list=true", ""))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("503");
            bao.unseal();
            bao.request("POST", "transit/keys/k", "{}");
        }
    }
}
