/** The coordinator: accepts jobs, keeps the ledger, holds backup sessions, publishes manifests. */
@NullMarked
package io.holdfast.coordinator;

import org.jspecify.annotations.NullMarked;
