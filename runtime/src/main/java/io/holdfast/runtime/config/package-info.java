/** One YAML file bound to records, with environment overrides; secrets by reference. */
@NullMarked
package io.holdfast.runtime.config;

import org.jspecify.annotations.NullMarked;
