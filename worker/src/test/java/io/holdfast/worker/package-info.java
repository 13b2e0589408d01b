@NullMarked
package io.holdfast.worker;

import org.jspecify.annotations.NullMarked;
