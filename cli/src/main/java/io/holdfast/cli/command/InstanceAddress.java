package io.holdfast.cli.command;

import io.holdfast.cli.platform.HostAddress;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.InstanceName;

/** A database to back up, as {@code holdfast init} is told of it: {@code NAME=HOST[:PORT]}. */
record InstanceAddress(InstanceName name, HostAddress address) {
    static InstanceAddress parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            throw Permanent.invalid("an instance is NAME=HOST or NAME=HOST:PORT", text);
        }
        return new InstanceAddress(
                InstanceName.parse(text.substring(0, equals)), HostAddress.parse(text.substring(equals + 1)));
    }
}
