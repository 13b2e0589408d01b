/** Tests of configuration. */
@org.jspecify.annotations.NullMarked
package io.holdfast.runtime.config;
