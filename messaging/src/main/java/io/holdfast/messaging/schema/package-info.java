/** The documents that are made from the records: JSON Schemas and the AsyncAPI document. */
@NullMarked
package io.holdfast.messaging.schema;

import org.jspecify.annotations.NullMarked;
