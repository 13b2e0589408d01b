package io.holdfast.forecast.point;

import io.holdfast.forecast.host.HostFacts;

/**
 * A moment under a name.
 *
 * @param calibration the id of the newest calibration of then; empty for none
 */
public record SavePoint(String name, HostFacts host, ServerFacts server, Sample sample, String calibration) {}
