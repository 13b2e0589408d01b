package io.holdfast.worker.app;

import io.holdfast.engine.InstanceSettings;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.runtime.metrics.Metrics;
import java.util.Map;

/** What all slots of a worker share. */
record WorkerParts(
        Map<InstanceName, InstanceSettings> instances, OpenRepositories repositories, JobKeys keys, Metrics metrics) {}
