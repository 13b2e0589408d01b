package io.holdfast.runtime.config;

import io.holdfast.protocol.TextValue;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the reference page of settings from the records that files are bound to. */
public final class ConfigReference {
    private final List<String> lines = new ArrayList<>();
    private final List<String> undocumented = new ArrayList<>();

    private ConfigReference() {}

    /**
     * One table for each process: setting, type, default, meaning, example and variable.
     *
     * @param processes title and configuration record, in the page's order
     * @throws IllegalStateException when a component lacks {@link Setting}
     */
    public static String markdown(Map<String, Class<? extends Record>> processes) {
        ConfigReference page = new ConfigReference();
        processes.forEach(page::process);
        if (!page.undocumented.isEmpty()) {
            throw new IllegalStateException("settings without @Setting: " + page.undocumented);
        }
        return String.join("\n", page.lines) + "\n";
    }

    private void process(String title, Class<?> type) {
        lines.add("## " + title);
        lines.add("");
        lines.add("| setting | type | default | meaning | variable |");
        lines.add("|---|---|---|---|---|");
        section(type, "", EnvNames.PREFIX);
        lines.add("");
    }

    private void section(Class<?> type, String path, String variable) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = path.isEmpty() ? component.getName() : path + "." + component.getName();
            setting(component, name, EnvNames.below(variable, component.getName()));
        }
    }

    private void setting(RecordComponent component, String name, String variable) {
        Setting setting = component.getAnnotation(Setting.class);
        if (setting == null) {
            undocumented.add(component.getDeclaringRecord().getSimpleName() + "." + component.getName());
            return;
        }
        String meaning = setting.doc() + (setting.example().isEmpty() ? "" : " Example: `" + setting.example() + "`.");
        Type type = component.getGenericType();
        String shownVariable = name.contains("[]") || name.contains("NAME") ? "" : "`" + variable + "`";
        lines.add("| `" + name + "` | " + form(type) + " | " + standard(component) + " | " + escaped(meaning) + " | "
                + shownVariable + " |");
        below(type, name, variable);
    }

    private void below(Type type, String name, String variable) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            String step = generic.getRawType() == List.class ? "[]" : generic.getRawType() == Map.class ? ".NAME" : "";
            below(arguments[arguments.length - 1], name + step, variable);
            return;
        }
        Class<?> plain = (Class<?>) type;
        if (ScalarReader.reads(plain)) {
            return;
        }
        if (plain.isSealed()) {
            RecordBinder.choices(plain).forEach((word, choice) -> {
                lines.add("| `" + name + ".type` | `" + word
                        + "` | | A section of this type has the settings below. | |");
                section(choice, name, variable);
            });
        } else {
            section(plain, name, variable);
        }
    }

    private static String form(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == Optional.class) {
                return form(arguments[0]);
            }
            return (generic.getRawType() == List.class ? "list of " : "map of ")
                    + form(arguments[arguments.length - 1]);
        }
        Class<?> plain = (Class<?>) type;
        boolean section = !ScalarReader.reads(plain) && !TextValue.class.isAssignableFrom(plain);
        return section ? "section" : ScalarReader.form(plain);
    }

    private static String standard(RecordComponent component) {
        Default standard = component.getAnnotation(Default.class);
        if (standard != null) {
            return "`" + escaped(standard.value()) + "`";
        }
        if (component.getType() == Optional.class) {
            return "none";
        }
        boolean section = component.getType().isRecord() && !ScalarReader.reads(component.getType());
        return section ? "" : "required";
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|");
    }
}
