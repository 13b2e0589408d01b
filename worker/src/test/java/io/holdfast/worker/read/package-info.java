@NullMarked
package io.holdfast.worker.read;

import org.jspecify.annotations.NullMarked;
