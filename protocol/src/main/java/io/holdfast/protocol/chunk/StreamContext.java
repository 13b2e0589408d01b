package io.holdfast.protocol.chunk;

import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.StripeNumber;

/**
 * Where a stream belongs; its hash is bound into every chunk (sealed-stream.md, "Keys").
 *
 * @param stripe the stripe's number in decimal, or the 24 digits of a log segment's name
 */
public record StreamContext(
        FleetId fleet, InstanceName instance, String setId, String stripe, Purpose purpose, Suite suite) {
    /** The context of a stripe of a set. */
    public static StreamContext of(SetContext set, StripeNumber stripe, Purpose purpose, Suite suite) {
        return new StreamContext(
                set.fleet(), set.instance(), set.set().text(), Long.toString(stripe.number()), purpose, suite);
    }
}
