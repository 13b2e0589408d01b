package io.holdfast.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.NewDataKey;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class NoSecretsInLogsTest {
    private static String all(ListAppender<ILoggingEvent> logged) {
        StringBuilder text = new StringBuilder();
        for (ILoggingEvent event : List.copyOf(logged.list)) {
            text.append(event.getFormattedMessage()).append('\n');
            append(text, event.getThrowableProxy());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, @Nullable IThrowableProxy thrown) {
        for (IThrowableProxy cause = thrown; cause != null; cause = cause.getCause()) {
            text.append(cause.getMessage()).append('\n');
        }
    }

    @Test
    void noKeyIsLoggedByAnybodyAtTrace(@TempDir Path folder) throws Exception {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        root.addAppender(logged);
        root.setLevel(Level.TRACE);
        List<byte[]> secrets = new ArrayList<>();
        try (RunningGateway running = RunningGateway.in(folder)) {
            DataKeys keys = running.keys();
            List<EncryptorName> main = List.of(RunningGateway.MAIN);
            SetContext context = DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
            NewDataKey made = keys.make(context, main);
            try (SecretBytes dataKey = keys.unwrapForJob(context, made.jobWrapped());
                    SecretBytes same = keys.unwrap(context, made.wrapped(), made.commitment())) {
                secrets.add(dataKey.use(byte[]::clone));
                assertThat(same.sameAs(dataKey)).isTrue();
            }
            SetContext other = DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
            assertThatThrownBy(() -> keys.unwrap(other, made.wrapped(), made.commitment()))
                    .isInstanceOf(RuntimeException.class);
            secrets.add(Files.readAllBytes(folder.resolve("store.key")));
        } finally {
            root.setLevel(before);
            root.detachAppender(logged);
        }

        String text = all(logged);
        assertThat(text).contains("the gateway listens at");
        String lower = text.toLowerCase(Locale.ROOT);
        for (byte[] secret : secrets) {
            assertThat(lower.contains(HexFormat.of().formatHex(secret))).isFalse();
            assertThat(text.contains(Base64.getEncoder().withoutPadding().encodeToString(secret)))
                    .isFalse();
            assertThat(text.contains(new String(secret, StandardCharsets.ISO_8859_1)))
                    .isFalse();
        }
    }
}
