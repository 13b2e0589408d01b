package io.holdfast.runtime.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a setting is when the file does not say: the text as it would stand in the file, such as {@code 30s}, {@code []} or
 * {@code 64MiB}. A component without a default is required, unless it is an {@link java.util.Optional}, or a record (a
 * missing section is an empty one).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
    /** The value as it would stand in the file. */
    String value();
}
