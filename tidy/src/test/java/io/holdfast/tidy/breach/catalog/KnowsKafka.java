package io.holdfast.tidy.breach.catalog;

import org.apache.kafka.common.TopicPartition;

/** A module that talks to Kafka by itself. */
record KnowsKafka(TopicPartition partition) {}
