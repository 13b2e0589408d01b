package io.holdfast.agent;

import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.restore.RestoreOrder;
import java.util.Map;
import java.util.Optional;

/**
 * What is asked of a restore, by a job or at a command line.
 *
 * @param instance whose set
 * @param set which; empty for the instance's latest
 * @param directory the absolute path of the data directory to make
 * @param tablespaces places by OID in decimal or by original location
 * @param onNotEmpty what to do when the target holds something
 * @param after what to do once the files are in place
 */
public record RestoreRequest(
        InstanceName instance,
        Optional<SetId> set,
        String directory,
        Map<String, String> tablespaces,
        OnNotEmpty onNotEmpty,
        AfterRestore after) {
    public RestoreRequest {
        tablespaces = Map.copyOf(tablespaces);
    }

    /** The same of a certain set. */
    public RestoreRequest of(SetId chosen) {
        return new RestoreRequest(instance, Optional.of(chosen), directory, tablespaces, onNotEmpty, after);
    }

    /** What an order asks. */
    public static RestoreRequest of(RestoreOrder order) {
        return new RestoreRequest(
                order.instance(),
                Optional.ofNullable(order.set()),
                order.directory(),
                order.tablespaces(),
                order.onNotEmpty(),
                order.after());
    }
}
