package io.holdfast.runtime.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a setting: put on every component of a configuration record, so that the reference page can be made from the
 * records. The setting's name in the file is the component's name.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
    /** What it means, with its unit; one or two sentences. */
    String doc();

    /** A value as one would write it in the file. */
    String example() default "";
}
