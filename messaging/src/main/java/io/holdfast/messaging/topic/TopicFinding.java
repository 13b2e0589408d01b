package io.holdfast.messaging.topic;

/**
 * A setting that could lose or refuse records.
 *
 * @param where {@code topic site.jobs}, {@code broker 1}, {@code this process}
 * @param key the offending key, as Kafka calls it
 * @param found its value
 * @param wanted what it should be
 * @param why what would go wrong
 */
public record TopicFinding(String where, String key, String found, String wanted, String why) {
    /** One line for a person. */
    public String text() {
        return where + ": " + key + " is " + found + ", wanted is " + wanted + ": " + why;
    }
}
