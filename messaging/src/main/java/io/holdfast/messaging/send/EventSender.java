package io.holdfast.messaging.send;

import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.JobEvent;
import java.util.concurrent.CompletableFuture;

/** Writes what happened to jobs into the topic of job events. The producer stays the caller's to close. */
public record EventSender(RecordProducer producer, Topics topics) {
    /** Writes an event and returns when every replica has it. */
    public void send(JobEvent event) {
        producer.send(topics.jobEvents(), event.job().text(), Codecs.JOB_EVENT, event);
    }

    /** Hands an event over and returns at once; later events of the same job come after it. */
    public CompletableFuture<Position> post(JobEvent event) {
        return producer.post(topics.jobEvents(), event.job().text(), Codecs.JOB_EVENT, event);
    }
}
