package io.holdfast.systemtests;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The records of a set's topic, treated as a mirror or a retry might. */
final class SetRecords {
    private final Properties kafka;
    private final String topic;
    private final Map<TopicPartition, Long> ends = new HashMap<>();

    SetRecords(Properties kafka, String topic) {
        this.kafka = kafka;
        this.topic = topic;
    }

    /** Writes every record of the topic once more into its partition, shuffled. */
    void appendAgain(Random random) throws Exception {
        List<ProducerRecord<byte[], byte[]>> again = new ArrayList<>(all());
        Collections.shuffle(again, random);
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer())) {
            again.forEach(record -> sent.add(producer.send(record)));
            for (Future<RecordMetadata> each : sent) {
                each.get(60, TimeUnit.SECONDS);
            }
        }
    }

    /** Deletes what was there before {@link #appendAgain}. */
    void deleteOriginals() throws Exception {
        Map<TopicPartition, RecordsToDelete> before = new HashMap<>();
        ends.forEach((partition, end) -> before.put(partition, RecordsToDelete.beforeOffset(end)));
        try (Admin admin = Admin.create(kafka)) {
            admin.deleteRecords(before).all().get(60, TimeUnit.SECONDS);
        }
    }

    private List<ProducerRecord<byte[], byte[]>> all() {
        List<ProducerRecord<byte[], byte[]>> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(kafka, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            ends.putAll(consumer.endOffsets(partitions));
            while (partitions.stream().anyMatch(place -> consumer.position(place) < ends.getOrDefault(place, 0L))) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofSeconds(1))) {
                    found.add(new ProducerRecord<>(topic, each.partition(), each.key(), each.value()));
                }
            }
        }
        return found;
    }
}
