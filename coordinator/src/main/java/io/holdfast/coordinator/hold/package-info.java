/** Opening, holding and closing a backup on its database. */
@NullMarked
package io.holdfast.coordinator.hold;

import org.jspecify.annotations.NullMarked;
