package io.holdfast.agent.app;

import io.holdfast.agent.AllowedTargets;
import io.holdfast.agent.FileOwner;
import io.holdfast.agent.plan.SetFinder;
import io.holdfast.agent.preflight.Programs;
import io.holdfast.keys.DataKeys;
import io.holdfast.runtime.metrics.Metrics;
import java.util.Optional;

/**
 * What restores are done with.
 *
 * @param owner whose restored files shall be; empty: this process's user
 * @param targets where they may write
 * @param boot names this run of the host
 */
record RestoreTools(
        SetFinder sets,
        DataKeys keys,
        RepositoryDoor repositories,
        Programs programs,
        Optional<FileOwner> owner,
        AllowedTargets targets,
        PostgresqlConfig postgresql,
        String boot,
        Metrics metrics) {}
