@NullMarked
package io.holdfast.cli.demo;

import org.jspecify.annotations.NullMarked;
