package io.holdfast.protocol.restore;

import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.OnNotEmpty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An order to one agent, in the topic of restores; keyed by the agent's name. */
public record RestoreOrder(
        int v,
        JobId job,
        InstanceName instance,
        Attempt attempt,
        @Nullable SetId set,
        AgentName agent,
        String directory,
        Map<String, String> tablespaces,
        OnNotEmpty onNotEmpty,
        AfterRestore after) {}
