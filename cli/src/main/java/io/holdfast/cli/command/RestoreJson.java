package io.holdfast.cli.command;

import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.restore.RestoreResult;

/** A restore's result as JSON. */
final class RestoreJson {
    private static final JsonCodec<RestoreResult> RESULT = JsonCodec.of(RestoreResult.class);

    private RestoreJson() {}

    static String text(RestoreResult result) {
        return RESULT.text(result);
    }
}
