/** What was read becomes one sealed stream. */
@NullMarked
package io.holdfast.worker.seal;

import org.jspecify.annotations.NullMarked;
