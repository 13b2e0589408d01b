package io.holdfast.messaging.follow;

import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.id.JobId;
import java.util.function.Consumer;

/** The events of one job, those that have been and those to come. */
public final class EventTail {
    private EventTail() {}

    /** Hears every event of {@code job} from the first that is still there, on the follower's thread. */
    public static Follower<JobEvent> of(FollowSettings settings, JobId job, Consumer<JobEvent> listener) {
        return Follower.start(
                settings.only(key -> key.equals(job.text())), Codecs.JOB_EVENT, (key, event) -> listener.accept(event));
    }

    /** What is followed for events: the whole topic of job events. */
    public static FollowSettings settings(KafkaSettings kafka, String clientId, Topics topics) {
        return FollowSettings.all(kafka, clientId, topics.jobEvents());
    }
}
