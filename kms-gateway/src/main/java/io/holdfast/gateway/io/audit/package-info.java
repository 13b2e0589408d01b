/** The audit log in a file. */
@NullMarked
package io.holdfast.gateway.io.audit;

import org.jspecify.annotations.NullMarked;
