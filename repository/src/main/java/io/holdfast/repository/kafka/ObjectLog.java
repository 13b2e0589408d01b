package io.holdfast.repository.kafka;

import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.SetId;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.repository.StorageFailures;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The objects of sets, as records of the set's partition 0 with the key {@code object|name}. Of several records of one key the first
 * counts, for every reader: that makes "create unless there" of a log that can only be appended to.
 */
record ObjectLog(KafkaSettings kafka, SetTopics topics, SetProducer producer) {
    private static final String KEY = "object|";

    void put(ObjectName name, byte[] content) {
        if (content.length > ObjectName.LARGEST) {
            throw new Permanent(RepositoryFailure.OBJECT_TOO_LARGE, name + " has " + content.length + " bytes");
        }
        String topic = topics.ensure(name.set());
        if (isThere(name, content)) {
            return;
        }
        append(topic, name, content);
        if (!isThere(name, content)) {
            throw new Permanent(
                    RepositoryFailure.IO_FAILED, name + " was written to topic " + topic + " and is not there");
        }
    }

    /** Whether the first of that name is this; a different one is {@link Permanent}. */
    private boolean isThere(ObjectName name, byte[] content) {
        Optional<byte[]> first = get(name);
        first.filter(there -> !Arrays.equals(there, content)).ifPresent(other -> {
            throw new Permanent(RepositoryFailure.OBJECT_DIFFERS, name + " is there already with other content");
        });
        return first.isPresent();
    }

    private void append(String topic, ObjectName name, byte[] content) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        byte[] key = (KEY + name.name()).getBytes(StandardCharsets.UTF_8);
        producer.send(new ProducerRecord<>(topic, SetTopics.OBJECTS, key, content), (metadata, error) -> {
            if (error == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(error);
            }
        });
        try {
            done.get();
        } catch (ExecutionException e) {
            throw KafkaFailures.of(producer.writingTo(topic), e);
        } catch (InterruptedException e) {
            throw StorageFailures.interrupted(producer.writingTo(topic));
        }
    }

    Optional<byte[]> get(ObjectName name) {
        return Optional.ofNullable(read(name.set()).get(name));
    }

    List<ObjectName> list(SetId set) {
        return read(set).keySet().stream().sorted().toList();
    }

    private Map<ObjectName, byte[]> read(SetId set) {
        Map<ObjectName, byte[]> objects = new LinkedHashMap<>();
        if (!topics.exists(set)) {
            return objects;
        }
        TopicPartition partition = new TopicPartition(topics.name(set), SetTopics.OBJECTS);
        try (PartitionReader reader = PartitionReader.open(kafka, partition, PartitionReader.Fetch.SMALL)) {
            reader.read(reader.beginning(), reader.end(), each -> take(set, each, objects));
        }
        return objects;
    }

    private static void take(SetId set, ConsumerRecord<byte[], byte[]> each, Map<ObjectName, byte[]> objects) {
        byte @Nullable [] key = each.key();
        byte @Nullable [] value = each.value();
        if (key == null || value == null) {
            return;
        }
        String text = new String(key, StandardCharsets.UTF_8);
        if (text.startsWith(KEY)) {
            objects.putIfAbsent(new ObjectName(set, text.substring(KEY.length())), value);
        }
    }
}
