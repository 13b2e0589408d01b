/** The comparison with other tools: the same database, the same cores, turn by turn. */
@NullMarked
package io.holdfast.cli.bench;

import org.jspecify.annotations.NullMarked;
