package io.holdfast.agent;

import io.holdfast.protocol.plan.Tablespace;
import java.nio.file.Path;

/**
 * Where a tablespace of the set will lie.
 *
 * @param source its OID and original location
 * @param place the absolute path on this host
 */
public record TablespacePlace(Tablespace source, Path place) {}
