package io.holdfast.runtime.config;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Walks through a bound configuration in the order of its components. */
final class ConfigWalk {
    /** Which sections are looked at. */
    enum Sections {
        ALL,
        USED_BY_THE_PROCESS
    }

    /** Is shown every section and every single value. */
    interface Visitor {
        /**
         * One of them.
         *
         * @param path of the setting, such as {@code kafka.secretProperties.NAME}
         * @param onDisk what must be at a path, where the setting says so
         */
        void visit(String path, Object value, @Nullable OnDisk onDisk);
    }

    private final Sections sections;
    private final Visitor visitor;

    private ConfigWalk(Sections sections, Visitor visitor) {
        this.sections = sections;
        this.visitor = visitor;
    }

    static void through(Record config, Sections sections, Visitor visitor) {
        new ConfigWalk(sections, visitor).section("", config);
    }

    private void section(String path, Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            if (sections == Sections.ALL || !component.isAnnotationPresent(NotAtStart.class)) {
                String below = path.isEmpty() ? component.getName() : path + "." + component.getName();
                value(below, valueOf(component, record), component.getAnnotation(OnDisk.class));
            }
        }
    }

    private static Object valueOf(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return Objects.requireNonNull(component.getAccessor().invoke(record), "a bound setting has a value");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the setting " + component + " cannot be read", e);
        }
    }

    private void value(String path, Object value, @Nullable OnDisk onDisk) {
        switch (value) {
            case SecretRef reference -> visitor.visit(path, reference, onDisk);
            case Optional<?> optional -> optional.ifPresent(inner -> value(path, inner, onDisk));
            case Map<?, ?> map -> map.forEach((name, inner) -> value(path + "." + name, inner, onDisk));
            case List<?> list -> list.forEach(inner -> value(path, inner, onDisk));
            case Record record -> {
                visitor.visit(path, record, onDisk);
                section(path, record);
            }
            default -> visitor.visit(path, value, onDisk);
        }
    }
}
