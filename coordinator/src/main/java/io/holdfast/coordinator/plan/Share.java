package io.holdfast.coordinator.plan;

import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.ListedFile;
import java.util.List;
import java.util.Map;

/**
 * What one stripe holds.
 *
 * @param modified modification time of each file, in seconds
 */
public record Share(List<ListedFile> directories, List<Extent> extents, Map<String, Long> modified) {
    public Share {
        directories = List.copyOf(directories);
        extents = List.copyOf(extents);
        modified = Map.copyOf(modified);
    }
}
