/** The main job on real input, from an empty folder to a restored database that is proven the same. */
@NullMarked
package io.holdfast.cli.demo;

import org.jspecify.annotations.NullMarked;
