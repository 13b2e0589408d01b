package io.holdfast.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.agent.app.AgentConfig;
import io.holdfast.localservers.ServerUser;
import io.holdfast.runtime.config.CheckedConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FleetFolderTest {
    private static final Path BIN = Path.of("/usr/lib/postgresql/18/bin");

    @Test
    void theAgentGoesByTheUserThatServersOfThisMachineRunAs(@TempDir Path folder) {
        ServerUser user = ServerUser.current();
        Optional<String> other =
                user.switched() == ServerUser.Switched.YES ? Optional.of(user.name()) : Optional.empty();
        FleetPlan plan = FleetPlan.onThisMachine(folder.resolve("demo"), Map.of());
        assertThat(databaseUser(plan.withBinaries(BIN))).isEqualTo(other);
        FleetPlan elsewhere = FleetPlan.onThisMachine(folder.resolve("init"), Map.of());
        assertThat(databaseUser(elsewhere)).isEmpty();
    }

    private static Optional<String> databaseUser(FleetPlan plan) {
        Path agent = FleetFolder.create(plan).config("agent");
        return CheckedConfig.forStart(AgentConfig.class, agent, Map.of())
                .postgresql()
                .user();
    }
}
