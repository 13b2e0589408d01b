package io.holdfast.messaging.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.holdfast.messaging.codec.Shapes;
import java.util.List;

/** The AsyncAPI 3 document of all topics. */
final class ApiDocument {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ApiDocument() {}

    /** A topic: its name after the prefix, what its key is, what it holds, and the records. */
    record Channel(String name, String key, String what, List<Class<?>> records) {}

    static ObjectNode of(List<Channel> channels) {
        ObjectNode document = JSON.objectNode().put("asyncapi", "3.0.0");
        document.putObject("info")
                .put("title", "Holdfast")
                .put("version", "1")
                .put(
                        "description",
                        "Jobs, events, orders and manifests, as JSON records in Kafka. Every topic's name begins with the"
                                + " configured topic prefix.");
        document.put("defaultContentType", "application/json");
        ObjectNode channelNodes = document.putObject("channels");
        ObjectNode operations = document.putObject("operations");
        ObjectNode components = document.putObject("components");
        RecordSchema schema = new RecordSchema("#/components/schemas/");
        ObjectNode messages = components.putObject("messages");
        for (Channel channel : channels) {
            channelNodes.set(channel.name(), channel(channel));
            operations.set("receive-" + channel.name(), operation("receive", channel));
            operations.set("send-" + channel.name(), operation("send", channel));
            channel.records().forEach(type -> messages.set(message(type), message(type, channel, schema)));
        }
        ObjectNode schemas = components.putObject("schemas");
        schema.definitions().forEach(schemas::set);
        return document;
    }

    private static ObjectNode channel(Channel channel) {
        ObjectNode node = JSON.objectNode()
                .put("address", "{topicPrefix}." + channel.name())
                .put("description", channel.what());
        ObjectNode messages = node.putObject("messages");
        channel.records()
                .forEach(type ->
                        messages.putObject(message(type)).put("$ref", "#/components/messages/" + message(type)));
        node.putObject("parameters").putObject("topicPrefix").put("description", "The configured kafka.topicPrefix.");
        return node;
    }

    private static ObjectNode operation(String action, Channel channel) {
        ObjectNode node = JSON.objectNode().put("action", action);
        node.putObject("channel").put("$ref", "#/channels/" + channel.name());
        return node;
    }

    private static ObjectNode message(Class<?> type, Channel channel, RecordSchema schema) {
        ObjectNode node = JSON.objectNode().put("name", message(type));
        node.set("payload", schema.of(Shapes.of(type)));
        node.putObject("bindings")
                .putObject("kafka")
                .putObject("key")
                .put("type", "string")
                .put("description", channel.key());
        return node;
    }

    private static String message(Class<?> type) {
        return Shapes.kebab(type.getSimpleName());
    }
}
