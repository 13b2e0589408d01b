/** What encryption at rest will cost a database: the failures that all parts name. */
@NullMarked
package io.holdfast.forecast;

import org.jspecify.annotations.NullMarked;
