package io.holdfast.agent;

import java.util.Map;

/**
 * What a journal says.
 *
 * @param cleared what lay in the target before is gone
 * @param placed bytes of each stream whose files are written and still trusted, by the stream's id
 * @param settled all files are complete and on disk
 */
public record JournalState(JournalIdentity identity, boolean cleared, Map<String, Long> placed, boolean settled) {}
