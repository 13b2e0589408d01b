package io.holdfast.protocol.chunk;

import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;

/** What a data key is bound to when it is wrapped: the fleet, the instance and the set. */
public record SetContext(FleetId fleet, InstanceName instance, SetId set) {}
