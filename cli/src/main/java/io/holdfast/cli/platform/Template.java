package io.holdfast.cli.platform;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A text with {@code ${names}} in it, from the command's own resources. */
final class Template {
    private Template() {}

    /** The text with every name replaced; one that is left over is a defect. */
    static String fill(String resource, Map<String, String> values) {
        String text = read(resource);
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("${" + value.getKey() + "}", value.getValue());
        }
        if (text.contains("${")) {
            throw new IllegalStateException("a name in " + resource + " has no value: "
                    + text.substring(text.indexOf("${"), text.indexOf('}', text.indexOf("${")) + 1));
        }
        return text;
    }

    private static String read(String resource) {
        try (InputStream stream = Template.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("the resource " + resource + " is missing");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
