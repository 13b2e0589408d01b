/** What is written down of every call before its answer leaves. */
@NullMarked
package io.holdfast.gateway.audit;

import org.jspecify.annotations.NullMarked;
