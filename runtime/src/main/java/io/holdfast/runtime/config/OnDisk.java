package io.holdfast.runtime.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says of a setting that is a path what must lie there before the process starts; {@link CheckedConfig} looks. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface OnDisk {
    /** What lies at a path. */
    enum What {
        /** A file that this process can read. */
        FILE,
        /** The same, which no other user may read. */
        SECRET_FILE,
        /** A folder that this process can look into. */
        FOLDER
    }

    /** What must lie there. */
    What value();
}
