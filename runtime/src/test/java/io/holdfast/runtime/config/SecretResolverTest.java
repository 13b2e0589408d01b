package io.holdfast.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SecretResolverTest {
    private final SecretResolver resolver = SecretResolver.of(Map.of("PASS", "from env", "EMPTY", ""));

    @TempDir
    Path folder = Path.of("unset");

    private String text(SecretRef reference) {
        try (SecretBytes secret = resolver.resolve(reference)) {
            return secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }
    }

    private Path file(String content, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void aVariableAndAFileAreReadWithoutTheLineEnd() throws IOException {
        assertThat(text(SecretRef.parse("env:PASS"))).isEqualTo("from env");
        assertThat(text(SecretRef.file(file("pass word\n", "rw-------")))).isEqualTo("pass word");
        assertThat(resolver.resolveText(SecretRef.env("PASS"))).containsExactly("from env".toCharArray());
    }

    @Test
    void aFileThatOthersMayReadIsRefused() throws IOException {
        SecretRef exposed = SecretRef.file(file("secret", "rw-r--r--"));

        assertThatThrownBy(() -> resolver.resolve(exposed))
                .isInstanceOf(Denied.class)
                .hasMessageContaining("may be read or changed by other users")
                .hasMessageNotContaining("secret\"");
    }

    @Test
    void whatIsNotThereIsNamed() throws IOException {
        SecretRef empty = SecretRef.file(file("\n", "rw-------"));

        assertThatThrownBy(() -> resolver.resolve(SecretRef.env("NONE")))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("NONE");
        assertThatThrownBy(() -> resolver.resolve(SecretRef.env("EMPTY"))).hasMessageContaining("not set or empty");
        assertThatThrownBy(() -> resolver.resolve(SecretRef.file(folder.resolve("none"))))
                .hasMessageContaining("there is no secret file");
        assertThatThrownBy(() -> resolver.resolve(empty)).hasMessageContaining("is empty");
        assertThatThrownBy(() -> resolver.resolve(SecretRef.parse("vault:kv/db#password")))
                .hasMessageContaining("where no Vault is known");
    }

    @Test
    void aReferenceToVaultHasAMountAPathAndAField() {
        assertThat(SecretRef.parse("vault:kv/holdfast/db-1#pass#word").text())
                .isEqualTo("vault:kv/holdfast/db-1#pass#word");
        for (String bad : List.of("kv", "kv/x", "kv#y", "/kv/x#y", "kv//x#y", "kv/x#", "kv/a b#y", "kv/x?v=1#y")) {
            assertThatThrownBy(() -> SecretRef.parse("vault:" + bad))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("vault:MOUNT/PATH#FIELD");
        }
    }
}
