package io.holdfast.runtime.config;

import java.util.LinkedHashSet;
import java.util.Set;

/** The references to secrets in a bound configuration. */
public final class SecretRefs {
    private SecretRefs() {}

    /** Those of a scheme, each once; what is {@link NotAtStart} is passed over. */
    public static Set<SecretRef> usedAtStart(Record config, SecretRef.Scheme scheme) {
        return of(config, scheme, ConfigWalk.Sections.USED_BY_THE_PROCESS);
    }

    /** The same from all sections. */
    public static Set<SecretRef> inAll(Record config, SecretRef.Scheme scheme) {
        return of(config, scheme, ConfigWalk.Sections.ALL);
    }

    private static Set<SecretRef> of(Record config, SecretRef.Scheme scheme, ConfigWalk.Sections sections) {
        Set<SecretRef> found = new LinkedHashSet<>();
        ConfigWalk.through(config, sections, (path, value, onDisk) -> {
            if (value instanceof SecretRef reference && reference.scheme() == scheme) {
                found.add(reference);
            }
        });
        return found;
    }
}
