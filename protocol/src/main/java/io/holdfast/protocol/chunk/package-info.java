/** Suites, codecs and receipts of sealed streams. */
@NullMarked
package io.holdfast.protocol.chunk;

import org.jspecify.annotations.NullMarked;
