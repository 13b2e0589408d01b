package io.holdfast.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.NewDataKey;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.Attempt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NoSecretsInLogsTest {
    /** C5: of the gateway and its client. */
    @Test
    void noKeyIsLoggedByAnybodyAtTrace(@TempDir Path folder) throws Exception {
        List<byte[]> secrets = new ArrayList<>();
        try (LogCapture logs = new LogCapture()) {
            try (RunningGateway running = RunningGateway.in(folder)) {
                DataKeys keys = running.keys();
                SetContext context = DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
                NewDataKey made = keys.make(context, List.of(RunningGateway.MAIN));
                try (SecretBytes dataKey = keys.unwrapForJob(context, made.jobWrapped());
                        SecretBytes same = keys.unwrap(context, made.wrapped(), made.commitment())) {
                    secrets.add(dataKey.use(byte[]::clone));
                    assertThat(same.sameAs(dataKey)).isTrue();
                }
                SetContext other = DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
                assertThatThrownBy(() -> keys.unwrap(other, made.wrapped(), made.commitment()))
                        .isInstanceOf(RuntimeException.class);
                secrets.add(Files.readAllBytes(folder.resolve("store.key")));
            }
            logs.assertHoldsNone(secrets);
        }
    }
}
