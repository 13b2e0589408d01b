package io.holdfast.runtime.config;

import io.holdfast.protocol.failure.Failure;
import io.holdfast.runtime.config.ConfigNode.Scalar;
import io.holdfast.runtime.config.ConfigNode.Section;
import io.holdfast.runtime.config.ConfigNode.Sequence;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Binds nodes to records; what does not fit goes to the problems, and the value is null. */
final class RecordBinder {
    private static final String TYPE = "type";

    /** Where a value belongs: its path in the file and its variable. */
    private record Place(String path, String variable) {
        Place below(String name) {
            return new Place(path.isEmpty() ? name : path + "." + name, EnvNames.below(variable, name));
        }
    }

    private final Map<String, String> env;
    private final ConfigProblems problems;
    private final Set<String> variables = new LinkedHashSet<>();

    RecordBinder(Map<String, String> env, ConfigProblems problems) {
        this.env = env;
        this.problems = problems;
    }

    /** The record of a whole file. */
    @Nullable
    Object bindRoot(Class<?> type, Section root) {
        Object bound = bindRecord(type, root, new Place("", EnvNames.PREFIX));
        refuseNearVariables();
        return bound;
    }

    private @Nullable Object bind(Type type, ConfigNode node, Place place) {
        if (type instanceof ParameterizedType generic) {
            return bindGeneric(generic, node, place);
        }
        Class<?> plain = (Class<?>) type;
        if (ScalarReader.reads(plain)) {
            return bindScalar(plain, node, place);
        }
        if (!(node instanceof Section section)) {
            problems.add(node.where(), place.path(), "a section is expected, not " + node.form());
            return null;
        }
        return plain.isSealed() ? bindChoice(plain, section, place) : bindRecord(plain, section, place);
    }

    private @Nullable Object bindGeneric(ParameterizedType type, ConfigNode node, Place place) {
        Type[] arguments = type.getActualTypeArguments();
        if (type.getRawType() == Optional.class) {
            Object value = bind(arguments[0], node, place);
            return value == null ? null : Optional.of(value);
        }
        if (type.getRawType() == List.class) {
            return bindList(arguments[0], node, place);
        }
        if (type.getRawType() == Map.class) {
            return bindMap(arguments, node, place);
        }
        throw new IllegalStateException("a setting cannot be a " + type);
    }

    private @Nullable Object bindScalar(Class<?> type, ConfigNode node, Place place) {
        if (!(node instanceof Scalar scalar)) {
            problems.add(node.where(), place.path(), "a single value is expected, not " + node.form());
            return null;
        }
        try {
            return ScalarReader.read(type, scalar.text());
        } catch (Failure e) {
            problems.add(node.where(), place.path(), e.what());
        } catch (IllegalArgumentException | ArithmeticException e) {
            problems.add(node.where(), place.path(), String.valueOf(e.getMessage()));
        }
        return null;
    }

    private @Nullable Object bindList(Type item, ConfigNode node, Place place) {
        if (!(node instanceof Sequence sequence)) {
            problems.add(node.where(), place.path(), "a list is expected, not " + node.form());
            return null;
        }
        List<Object> bound = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            Place itemPlace = new Place(place.path() + "[" + i + "]", place.variable() + "_" + i);
            Object value = bind(item, sequence.items().get(i), itemPlace);
            if (value != null) {
                bound.add(value);
            }
        }
        return List.copyOf(bound);
    }

    private @Nullable Object bindMap(Type[] types, ConfigNode node, Place place) {
        if (!(node instanceof Section section)) {
            problems.add(node.where(), place.path(), "a section is expected, not " + node.form());
            return null;
        }
        Map<Object, Object> bound = new LinkedHashMap<>();
        section.entries().forEach((name, value) -> {
            Place entry = place.below(name);
            Object key = bindScalar((Class<?>) types[0], new Scalar(name, value.where()), entry);
            Object content = bind(types[1], overridden(types[1], value, entry), entry);
            if (key != null && content != null) {
                bound.put(key, content);
            }
        });
        return java.util.Collections.unmodifiableMap(bound);
    }

    private ConfigNode overridden(Type type, ConfigNode node, Place place) {
        ConfigNode override = fromEnv(type, place);
        return override == null ? node : override;
    }

    private @Nullable Object bindChoice(Class<?> type, Section section, Place place) {
        Map<String, Class<?>> choices = choices(type);
        ConfigNode named = section.entries().get(TYPE);
        String known = String.join(", ", choices.keySet());
        if (!(named instanceof Scalar scalar)) {
            problems.add(section.where(), place.path() + "." + TYPE, "missing; one of " + known);
            return null;
        }
        Class<?> chosen = choices.get(scalar.text());
        if (chosen == null) {
            problems.add(scalar.where(), place.path() + "." + TYPE, "\"" + scalar.text() + "\" is none of " + known);
            return null;
        }
        Map<String, ConfigNode> rest = new LinkedHashMap<>(section.entries());
        rest.remove(TYPE);
        return bindRecord(chosen, new Section(rest, section.where()), place);
    }

    /** The words of a sealed interface's records, in the order of its permits clause. */
    static Map<String, Class<?>> choices(Class<?> type) {
        Map<String, Class<?>> choices = new LinkedHashMap<>();
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            TypeName name = permitted.getAnnotation(TypeName.class);
            if (name == null) {
                throw new IllegalStateException(permitted + " lacks @TypeName");
            }
            choices.put(name.value(), permitted);
        }
        return choices;
    }

    private @Nullable Object bindRecord(Class<?> type, Section section, Place place) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            throw new IllegalStateException("a section cannot be a " + type);
        }
        Set<String> known =
                Arrays.stream(components).map(RecordComponent::getName).collect(Collectors.toSet());
        section.entries().forEach((name, value) -> {
            if (!known.contains(name)) {
                refuse(name, value, known, place);
            }
        });
        int before = problems.count();
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            values[i] = component(components[i], section, place.below(components[i].getName()));
        }
        return problems.count() == before ? construct(type, values, section, place) : null;
    }

    private void refuse(String name, ConfigNode value, Set<String> known, Place place) {
        String hint = NearestName.of(name, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("; known here: " + known.stream().sorted().collect(Collectors.joining(", ")));
        problems.add(value.where(), place.below(name).path(), "unknown setting" + hint);
    }

    private @Nullable Object component(RecordComponent component, Section section, Place place) {
        Type type = component.getGenericType();
        ConfigNode node = fromEnv(type, place);
        if (node == null) {
            node = section.entries().get(component.getName());
        }
        Default standard = component.getAnnotation(Default.class);
        if (node == null && standard != null) {
            node = parse(type, standard.value(), "the default");
        }
        if (node == null && (plainRecord(type) || (optionalRecord(type) && anyVariableBelow(place)))) {
            node = Section.empty(section.where());
        }
        if (node != null) {
            return bind(type, node, place);
        }
        if (component.getType() == Optional.class) {
            return Optional.empty();
        }
        problems.add(section.where(), place.path(), "missing, and required (or set " + place.variable() + ")");
        return null;
    }

    private static boolean plainRecord(Type type) {
        return type instanceof Class<?> plain && plain.isRecord() && !ScalarReader.reads(plain);
    }

    private static boolean optionalRecord(Type type) {
        return type instanceof ParameterizedType generic
                && generic.getRawType() == Optional.class
                && plainRecord(generic.getActualTypeArguments()[0]);
    }

    private boolean anyVariableBelow(Place place) {
        return env.keySet().stream().anyMatch(name -> name.startsWith(place.variable() + "_"));
    }

    private @Nullable Object construct(Class<?> type, @Nullable Object[] values, Section section, Place place) {
        try {
            Class<?>[] types = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            RuntimeException reason = ScalarReader.reason(e);
            problems.add(section.where(), place.path(), String.valueOf(reason.getMessage()));
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the record " + type + " cannot be made", e);
        }
    }

    private @Nullable ConfigNode fromEnv(Type type, Place place) {
        variables.add(place.variable());
        String text = env.get(place.variable());
        return text == null ? null : parse(type, text, "environment variable " + place.variable());
    }

    /** Single values are taken as they are, lists may be written with commas, all else is YAML's flow style. */
    private @Nullable ConfigNode parse(Type type, String text, String where) {
        Type inner = type instanceof ParameterizedType generic && generic.getRawType() == Optional.class
                ? generic.getActualTypeArguments()[0]
                : type;
        if (inner instanceof Class<?> plain && ScalarReader.reads(plain)) {
            return new Scalar(text, where);
        }
        boolean list = inner instanceof ParameterizedType generic && generic.getRawType() == List.class;
        if (list && !text.startsWith("[")) {
            List<ConfigNode> items = Arrays.stream(text.split(",", -1))
                    .map(item -> (ConfigNode) new Scalar(item.strip(), where))
                    .toList();
            return new Sequence(items, where);
        }
        return YamlTree.read(text, problems, line -> where);
    }

    /** A variable that is nearly a setting's is a typing error; others are somebody else's. */
    private void refuseNearVariables() {
        for (String name : env.keySet()) {
            if (!name.startsWith(EnvNames.PREFIX + "_") || variables.contains(name)) {
                continue;
            }
            variables.stream()
                    .filter(known -> NearestName.edits(name, known) <= 2)
                    .findFirst()
                    .ifPresent(known -> problems.add(
                            "environment", "", "variable " + name + " is no setting's; did you mean " + known + "?"));
        }
    }
}
