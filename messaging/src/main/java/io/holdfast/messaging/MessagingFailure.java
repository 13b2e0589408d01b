package io.holdfast.messaging;

import io.holdfast.protocol.failure.FailureCode;

/** Failures around Kafka. */
public enum MessagingFailure implements FailureCode {
    /** Bytes that are not the record they should be. */
    BAD_RECORD(
            "messaging.bad-record",
            "A record is not the JSON that its topic holds.",
            "Correct the field that the message names; docs/jobs-by-topic.md and docs/schemas show every field."),
    /** A record over the limit. */
    RECORD_TOO_LARGE(
            "messaging.record-too-large",
            "A record is larger than the 900 KiB that every broker and mirror is sure to take.",
            "This is a fault of the program that wrote it; report it with the message."),
    /** No broker answers. */
    BROKER_UNREACHABLE(
            "messaging.broker-unreachable",
            "No Kafka broker answers in time.",
            "Check that the brokers run and have space, and that kafka.bootstrapServers, host names and ports are right; it is tried again."),
    /** Login or TLS refused. */
    NOT_AUTHENTICATED(
            "messaging.not-authenticated",
            "The Kafka broker does not accept who this process says it is, or this process does not accept the broker.",
            "Check user, password and SASL mechanism, and that each side trusts the other's certificate."),
    /** A right is missing. */
    NOT_AUTHORIZED(
            "messaging.not-authorized",
            "The Kafka broker refuses an operation to this process's user.",
            "Grant the right that the message names; docs/kafka.md lists the rights of each process."),
    /** A client setting that cannot be. */
    BAD_SETTING(
            "messaging.bad-setting",
            "A setting for Kafka's clients is unknown, is not the user's to set, or has a value that cannot be.",
            "Correct or remove the key that the message names."),
    /** Kafka 3, or share groups off. */
    NO_SHARE_GROUPS(
            "messaging.no-share-groups",
            "The brokers have no share groups.",
            "Use Kafka 4.4 or later, with share groups on (feature share.version at least 1, as a new cluster has)."),
    /** A topic that should be there. */
    TOPIC_MISSING(
            "messaging.topic-missing",
            "A topic that is needed does not exist.",
            "Start a coordinator, which makes the control topics, or check the topic prefix."),
    /** The audit found something. */
    TOPIC_UNSAFE(
            "messaging.topic-unsafe",
            "A setting of a topic or broker could lose or refuse records.",
            "Change the key that the message names, as it says."),
    /** Records that should be there are gone. */
    RECORDS_MISSING(
            "messaging.records-missing",
            "Records were deleted before they were read.",
            "Check the topic's retention; what the missing records said has to be found another way."),
    /** Anything else that a broker refuses. */
    REFUSED("messaging.refused", "A Kafka broker refused a request.", "Look at the message and at the broker's log.");

    private final String code;
    private final String meaning;
    private final String remedy;

    MessagingFailure(String code, String meaning, String remedy) {
        this.code = code;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String remedy() {
        return remedy;
    }
}
