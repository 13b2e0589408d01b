package io.holdfast.runtime.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.holdfast.runtime.config.ConfigNode.Scalar;
import io.holdfast.runtime.config.ConfigNode.Section;
import io.holdfast.runtime.config.ConfigNode.Sequence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Reads YAML into nodes that know their lines; a value that is empty or {@code null} counts as not there. */
final class YamlTree {
    private static final YAMLFactory YAML = new YAMLFactory();
    /** Deeper nesting is no configuration. */
    private static final int DEEPEST = 32;

    private final JsonParser parser;
    private final ConfigProblems problems;
    private final IntFunction<String> where;

    private YamlTree(JsonParser parser, ConfigProblems problems, IntFunction<String> where) {
        this.parser = parser;
        this.problems = problems;
        this.where = where;
    }

    /** The tree of a whole text; syntax errors and keys given twice are problems. Null when there is nothing. */
    static @Nullable ConfigNode read(String text, ConfigProblems problems, IntFunction<String> where) {
        try (JsonParser parser = YAML.createParser(text)) {
            YamlTree tree = new YamlTree(parser, problems, where);
            ConfigNode root = parser.nextToken() == null ? null : tree.node(0);
            if (root != null && parser.nextToken() != null) {
                problems.add(tree.here(), "", "a second document; a configuration is one");
            }
            return root;
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            problems.add(where.apply(line), "", "not YAML: " + firstLine(e.getOriginalMessage()));
            return null;
        } catch (IOException e) {
            problems.add(where.apply(1), "", "not readable: " + e);
            return null;
        }
    }

    private @Nullable ConfigNode node(int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new IOException("nested deeper than " + DEEPEST);
        }
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> section(depth);
            case START_ARRAY -> sequence(depth);
            case VALUE_NULL -> null;
            default ->
                parser.getText().isEmpty() && token != JsonToken.VALUE_STRING
                        ? null
                        : new Scalar(parser.getText(), here());
        };
    }

    private Section section(int depth) throws IOException {
        String start = here();
        Map<String, ConfigNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            String line = here();
            parser.nextToken();
            ConfigNode value = node(depth + 1);
            if (value != null && entries.putIfAbsent(name, value) != null) {
                problems.add(line, name, "given twice");
            }
        }
        return new Section(entries, start);
    }

    private Sequence sequence(int depth) throws IOException {
        String start = here();
        List<ConfigNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            ConfigNode item = node(depth + 1);
            if (item != null) {
                items.add(item);
            }
        }
        return new Sequence(items, start);
    }

    private String here() {
        return where.apply(parser.currentTokenLocation().getLineNr());
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("unknown reason");
    }
}
