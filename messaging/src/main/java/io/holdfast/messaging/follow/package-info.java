/** Reading a topic from a place on, for ever, without a group. */
@NullMarked
package io.holdfast.messaging.follow;

import org.jspecify.annotations.NullMarked;
