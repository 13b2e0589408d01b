package io.holdfast.runtime.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The word by which a section says which record of a sealed interface it is, in its key {@code type}, such as
 * {@code type: file}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TypeName {
    /** The word. */
    String value();
}
