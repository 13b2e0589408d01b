/** Where figures come from and where they are kept: the proc file system, database servers, the state folder. */
@NullMarked
package io.holdfast.forecast.io;

import org.jspecify.annotations.NullMarked;
