/** The words of Holdfast, in the order of the flow: id, quantity, job, plan, stripe, chunk, manifest, restore, failure. */
@NullMarked
package io.holdfast.protocol;

import org.jspecify.annotations.NullMarked;
