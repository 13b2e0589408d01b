/** The host: its users, its PostgreSQL programs, and which run of it this is. */
@NullMarked
package io.holdfast.agent.io;

import org.jspecify.annotations.NullMarked;
