/** How keys are wrapped by keys: the one place of this module that touches a cipher. */
@NullMarked
package io.holdfast.keys.seal;

import org.jspecify.annotations.NullMarked;
