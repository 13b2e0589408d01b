package io.holdfast.engine;

import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.Lsn;

/**
 * A backup that a session holds open, as an order to read from it names it.
 *
 * @param set the set that is being made; names the session on the server
 * @param server the server that holds it
 * @param startLsn where recovery begins: pages changed since are no errors
 * @param access how to read
 */
public record HeldBackup(SetId set, ServerFacts server, Lsn startLsn, Access access) {}
