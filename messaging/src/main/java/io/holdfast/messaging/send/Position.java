package io.holdfast.messaging.send;

/** Where a record lies. */
public record Position(String topic, int partition, long offset) {
    @Override
    public String toString() {
        return topic + "[" + partition + "]@" + offset;
    }
}
