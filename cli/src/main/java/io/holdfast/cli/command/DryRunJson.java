package io.holdfast.cli.command;

import io.holdfast.messaging.codec.JsonCodec;
import java.util.List;

/**
 * What a restore would do, as JSON.
 *
 * @param checks what was found to be as it must be
 */
record DryRunJson(List<String> plan, List<String> checks) {
    private static final JsonCodec<DryRunJson> CODEC = JsonCodec.of(DryRunJson.class);

    String text() {
        return CODEC.text(this);
    }
}
