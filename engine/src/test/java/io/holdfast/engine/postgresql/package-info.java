@NullMarked
package io.holdfast.engine.postgresql;

import org.jspecify.annotations.NullMarked;
