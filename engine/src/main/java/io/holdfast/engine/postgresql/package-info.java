/** PostgreSQL 15 to 18. */
@NullMarked
package io.holdfast.engine.postgresql;

import org.jspecify.annotations.NullMarked;
