/** Tests of fleets in a folder. */
@org.jspecify.annotations.NullMarked
package io.holdfast.cli.platform;
