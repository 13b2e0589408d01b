package io.holdfast.messaging.codec;

import io.holdfast.protocol.NumberValue;
import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.job.JobRequest;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the shapes of the protocol's types by reflection, once for each type. */
public final class Shapes {
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final ClassValue<Shape> KNOWN = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return find(type);
        }
    };

    private Shapes() {}

    /** The shape of a type; one that the protocol does not use is an {@link IllegalArgumentException}. */
    public static Shape of(Class<?> type) {
        return KNOWN.get(type);
    }

    /** A name in words with hyphens: {@code StripeSealed} is {@code stripe-sealed}. */
    public static String kebab(String name) {
        return HUMP.matcher(name).replaceAll("-").toLowerCase(Locale.ROOT);
    }

    private static Shape find(Class<?> type) {
        if (type == String.class) {
            return new Shape.Text();
        }
        if (type == int.class || type == Integer.class) {
            return new Shape.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == long.class || type == Long.class) {
            return new Shape.Whole(Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == boolean.class || type == Boolean.class) {
            return new Shape.Truth();
        }
        if (type == Instant.class) {
            return new Shape.Moment();
        }
        if (type.isEnum()) {
            return choice(type);
        }
        if (TextValue.class.isAssignableFrom(type)) {
            return word(type);
        }
        if (NumberValue.class.isAssignableFrom(type)) {
            return quantity(type);
        }
        if (type.isSealed()) {
            return union(type);
        }
        if (type.isRecord()) {
            return struct(type);
        }
        throw new IllegalArgumentException(type + " has no form in JSON");
    }

    private static Shape ofType(Type type) {
        if (type instanceof Class<?> plain) {
            return of(plain);
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new Shape.Sequence(ofType(arguments[0]));
            }
            if (generic.getRawType() == Map.class && arguments[0] == String.class) {
                return new Shape.Table(ofType(arguments[1]));
            }
        }
        throw new IllegalArgumentException(type + " has no form in JSON");
    }

    private static Shape.Choice choice(Class<?> type) {
        Map<String, Object> words = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            String word = constant instanceof Suite suite
                    ? suite.label()
                    : ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
            words.put(word, constant);
        }
        return new Shape.Choice(type, words);
    }

    private static Shape.Word word(Class<?> type) {
        Method parse;
        try {
            parse = type.getMethod("parse", String.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " has no parse(String)", e);
        }
        return new Shape.Word(type, text -> call(() -> parse.invoke(null, text)));
    }

    private static Shape.Quantity quantity(Class<?> type) {
        Constructor<?> constructor;
        try {
            constructor = type.getConstructor(long.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " has no constructor of one long", e);
        }
        return new Shape.Quantity(type, number -> call(() -> constructor.newInstance(number)));
    }

    private static Shape.Union union(Class<?> type) {
        List<Class<?>> leaves = new ArrayList<>();
        collectLeaves(type, leaves);
        Map<String, Shape.Struct> variants = new LinkedHashMap<>();
        for (Class<?> leaf : leaves) {
            variants.put(kebab(leaf.getSimpleName()), struct(leaf));
        }
        return new Shape.Union(type, type == JobRequest.class ? "kind" : "type", variants);
    }

    private static void collectLeaves(Class<?> type, List<Class<?>> leaves) {
        if (type.isRecord()) {
            leaves.add(type);
        } else {
            Arrays.stream(type.getPermittedSubclasses()).forEach(next -> collectLeaves(next, leaves));
        }
    }

    private static Shape.Struct struct(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        List<Shape.Field> fields = new ArrayList<>();
        for (RecordComponent component : components) {
            Shape.Presence presence =
                    optional(component.getAnnotatedType()) ? Shape.Presence.OPTIONAL : Shape.Presence.REQUIRED;
            Method accessor = component.getAccessor();
            accessor.setAccessible(true); // a record need not be public to be written down
            fields.add(new Shape.Field(component.getName(), ofType(component.getGenericType()), presence, accessor));
        }
        Class<?>[] parameters =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return new Shape.Struct(type, List.copyOf(fields), constructor);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " has no canonical constructor", e);
        }
    }

    private static boolean optional(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class);
    }

    /** A reflective call whose own exception is thrown as it is. */
    static Object call(ReflectiveCall call) {
        try {
            return call.now();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException own) {
                throw own;
            }
            throw new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A call by reflection. */
    @FunctionalInterface
    interface ReflectiveCall {
        /** Makes it. */
        Object now() throws ReflectiveOperationException;
    }
}
