package io.holdfast.messaging.topic;

import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.TopicPrefix;
import java.util.List;

/**
 * The names of all topics and groups of one site of origin.
 *
 * @param prefix what every name begins with
 */
public record Topics(TopicPrefix prefix) {
    /** What the names of topics of dead letters begin with, as brokers are configured by default. */
    static final String DEAD_LETTERS = "dlq.";

    /** The topic of dead letters of the site that {@code topic} is one of. */
    public static String deadLettersOf(String topic) {
        int dot = topic.indexOf('.');
        return DEAD_LETTERS + (dot < 0 ? topic : topic.substring(0, dot));
    }

    /** Job requests, keyed by job id. */
    public String jobs() {
        return name("jobs");
    }

    /** What happened to jobs, keyed by job id. */
    public String jobEvents() {
        return name("job-events");
    }

    /** The latest state of each job, keyed by job id; compacted. */
    public String jobStatus() {
        return name("job-status");
    }

    /** Orders to open a backup and hold it, keyed by job id; shared. */
    public String sessions() {
        return name("sessions");
    }

    /** Orders of short work, such as to write what makes a set whole, keyed by job id; shared. */
    public String publishing() {
        return name("publishing");
    }

    /** Orders to any worker, keyed by job id and stripe; shared. */
    public String stripes() {
        return name("stripes");
    }

    /** Orders to the workers of one host, for what only that host can read; shared. */
    public String stripes(String host) {
        return name("stripes." + host);
    }

    /** Orders to restore agents, keyed by the agent's name. */
    public String restores() {
        return name("restores");
    }

    /** Who is up, keyed by member id; compacted. */
    public String members() {
        return name("members");
    }

    /** Manifests and key sections, keyed by {@link #catalogBodyKey} and {@link #catalogKeysKey}; compacted, mirrored. */
    public String catalog() {
        return name("catalog");
    }

    /** Orders of all share groups that were delivered as often as allowed, or are poison; Kafka wants this beginning of the name. */
    public String deadLetters() {
        return DEAD_LETTERS + prefix.text();
    }

    /** The sealed chunks of one set, when its repository is Kafka. */
    public String set(SetId set) {
        return setPrefix() + set.text();
    }

    /** What the names of all topics of sets begin with. */
    public String setPrefix() {
        return name("set.");
    }

    /** The sealed log of one instance. */
    public String wal(InstanceName instance) {
        return name("wal." + instance.text());
    }

    /** The share group that takes {@link #sessions()}. */
    public String sessionGroup() {
        return name("sessions");
    }

    /** The share group that takes {@link #publishing()}. */
    public String publishingGroup() {
        return name("publishing");
    }

    /** The share group that takes {@link #stripes()}. */
    public String stripeGroup() {
        return name("stripes");
    }

    /** The share group of one agent, which takes its orders out of {@link #restores()}. */
    public String restoreGroup(AgentName agent) {
        return name("restores." + agent.text());
    }

    /** The application id of the coordinators' Kafka Streams, which is also their group. */
    public String coordinatorApplication() {
        return name("coordinator");
    }

    /** The topics that the platform makes before anything else; all but those of sets and logs. */
    public List<String> control() {
        return List.of(
                jobs(),
                jobEvents(),
                jobStatus(),
                sessions(),
                publishing(),
                stripes(),
                restores(),
                members(),
                catalog(),
                deadLetters());
    }

    /** The key of a set's signed manifest in {@link #catalog()}. */
    public static String catalogBodyKey(SetId set) {
        return set.text() + "/body";
    }

    /** The key of a set's newest key section in {@link #catalog()}. */
    public static String catalogKeysKey(SetId set) {
        return set.text() + "/keys";
    }

    private String name(String rest) {
        return prefix.text() + "." + rest;
    }
}
