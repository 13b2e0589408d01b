/** What somebody asked for, and what became of it. */
@NullMarked
package io.holdfast.protocol.job;

import org.jspecify.annotations.NullMarked;
