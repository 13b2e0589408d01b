/** What happened, as events. */
@NullMarked
package io.holdfast.worker.report;

import org.jspecify.annotations.NullMarked;
