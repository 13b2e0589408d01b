package io.holdfast.agent.preflight;

import io.holdfast.agent.JournalState;
import java.util.Optional;

/** What lies where a directory shall be restored. */
public sealed interface TargetState {
    /** There is nothing of this name. */
    record Absent() implements TargetState {}

    /** An empty directory. */
    record Empty() implements TargetState {}

    /** An unfinished restore; without a state its journal is not readable, or not there yet. */
    record Unfinished(Optional<JournalState> journal) implements TargetState {}

    /** A PostgreSQL data directory of this version. */
    record Cluster(String version) implements TargetState {}

    /** A directory with something else in it, such as {@code example}. */
    record Occupied(String example) implements TargetState {}

    /** Something that is no directory. */
    record NoDirectory() implements TargetState {}
}
