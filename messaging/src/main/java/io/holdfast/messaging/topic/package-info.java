/** The names and settings of topics, and the audit of both. */
@NullMarked
package io.holdfast.messaging.topic;

import org.jspecify.annotations.NullMarked;
