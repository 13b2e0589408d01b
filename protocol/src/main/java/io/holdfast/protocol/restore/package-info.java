/** What an agent is told to rebuild. */
@NullMarked
package io.holdfast.protocol.restore;

import org.jspecify.annotations.NullMarked;
