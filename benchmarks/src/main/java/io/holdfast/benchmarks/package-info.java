/**
 * What sealing costs beside its parts. Run with {@code java -jar benchmarks/target/benchmarks.jar}, or a part of it with the
 * name of a benchmark as the argument.
 */
@NullMarked
package io.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
