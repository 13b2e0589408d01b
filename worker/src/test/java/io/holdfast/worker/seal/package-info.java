@NullMarked
package io.holdfast.worker.seal;

import org.jspecify.annotations.NullMarked;
