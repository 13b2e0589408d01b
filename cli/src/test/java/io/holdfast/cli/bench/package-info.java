@NullMarked
package io.holdfast.cli.bench;

import org.jspecify.annotations.NullMarked;
