@NullMarked
package io.holdfast.worker.app;

import org.jspecify.annotations.NullMarked;
