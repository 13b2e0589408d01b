package io.holdfast.messaging.codec;

import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.MemberStatus;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.SignedManifest;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StripeOrder;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** The codecs of all topics. */
public final class Codecs {
    /** Of the topic of jobs. */
    public static final JsonCodec<JobRequest> JOB_REQUEST = JsonCodec.of(JobRequest.class);

    /** Of the topic of job events. */
    public static final JsonCodec<JobEvent> JOB_EVENT = JsonCodec.of(JobEvent.class);

    /** Of the topic of job statuses. */
    public static final JsonCodec<JobStatus> JOB_STATUS = JsonCodec.of(JobStatus.class);

    /** Of the topic of sessions. */
    public static final JsonCodec<SessionOrder> SESSION_ORDER = JsonCodec.of(SessionOrder.class);

    /** Of the topic of stripes. */
    public static final JsonCodec<StripeOrder> STRIPE_ORDER = JsonCodec.of(StripeOrder.class);

    /** Of the topic of restores. */
    public static final JsonCodec<RestoreOrder> RESTORE_ORDER = JsonCodec.of(RestoreOrder.class);

    /** Of manifests in the catalog. */
    public static final JsonCodec<SignedManifest> SIGNED_MANIFEST = JsonCodec.of(SignedManifest.class);

    /** Of key sections in the catalog. */
    public static final JsonCodec<KeySection> KEY_SECTION = JsonCodec.of(KeySection.class);

    /** Of the topic of members. */
    public static final JsonCodec<MemberStatus> MEMBER_STATUS = JsonCodec.of(MemberStatus.class);

    private Codecs() {}

    /** The same for Kafka Streams; an absent value stays absent, a bad record is thrown as the codec throws it. */
    public static <T> Serde<T> serde(JsonCodec<T> codec) {
        return Serdes.serdeFrom(new CodecSerializer<>(codec), new CodecDeserializer<>(codec));
    }
}
