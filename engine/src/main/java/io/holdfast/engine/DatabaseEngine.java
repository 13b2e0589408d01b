package io.holdfast.engine;

import io.holdfast.protocol.id.SetId;

/** A database system that can be backed up. Failures carry a code of {@link EngineFailure}. */
public interface DatabaseEngine {
    /**
     * Connects and refuses at once what would fail later: a version that is not supported, a privilege that is missing
     * (the hint is the GRANT), a server that is no primary.
     *
     * @param set names the session and its slot on the server
     */
    BackupSession open(InstanceSettings instance, SetId set);

    /** Asks the server whether a session of this set is open on it now, whoever holds it. */
    boolean isHeld(InstanceSettings instance, SetId set);

    /**
     * Connects for reading from a backup that is held open, and checks that it still is, on the same server. A reader is
     * for one thread at a time.
     */
    ExtentReader reader(InstanceSettings instance, HeldBackup backup);
}
