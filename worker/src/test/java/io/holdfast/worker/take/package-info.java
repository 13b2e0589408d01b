@NullMarked
package io.holdfast.worker.take;

import org.jspecify.annotations.NullMarked;
