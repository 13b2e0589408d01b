package io.holdfast.catalog;

import io.holdfast.keys.PinnedKeys;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.follow.FollowListener;
import io.holdfast.messaging.follow.FollowSettings;
import io.holdfast.messaging.follow.Follower;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.SignedManifest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The catalog in memory, followed from its topic. Every manifest and key section is verified against the pinned keys when it comes;
 * one that does not verify is remembered as such, and never used.
 */
public final class CatalogReader implements AutoCloseable {
    private final CatalogState state;
    private final Follower<SignedManifest> manifests;
    private final Follower<KeySection> keys;

    private CatalogReader(KafkaSettings kafka, Topics topics, PinnedKeys pinned) {
        this.state = new CatalogState(pinned);
        FollowSettings all = FollowSettings.all(kafka, "holdfast-catalog", topics.catalog());
        this.keys = Follower.start(all.only(key -> key.endsWith("/keys")), Codecs.KEY_SECTION, new KeysListener());
        this.manifests =
                Follower.start(all.only(key -> key.endsWith("/body")), Codecs.SIGNED_MANIFEST, new BodyListener());
    }

    /** Begins to follow; see {@link #awaitCaughtUp}. */
    public static CatalogReader start(KafkaSettings kafka, Topics topics, PinnedKeys pinned) {
        return new CatalogReader(kafka, topics, pinned);
    }

    /** Returns when all that was there at the start is known. */
    public void awaitCaughtUp(Duration most) {
        keys.awaitCaughtUp(most);
        manifests.awaitCaughtUp(most);
    }

    /** Whether the topic can be read now. */
    public boolean connected() {
        return keys.connected() && manifests.connected();
    }

    /** A set that is whole and verified. */
    public Optional<CatalogEntry> set(SetId set) {
        return state.set(set);
    }

    /** All sets, newest first. */
    public List<CatalogEntry> sets() {
        return state.sets();
    }

    /** The sets of an instance, newest first. */
    public List<CatalogEntry> sets(InstanceName instance) {
        return state.sets(instance);
    }

    /**
     * The set of that id, or the instance's newest when {@code set} is null.
     *
     * @throws io.holdfast.protocol.failure.Permanent unknown-set, no-set, wrong-set
     */
    public CatalogEntry resolve(InstanceName instance, @Nullable SetId set) {
        return state.resolve(instance, set);
    }

    /** Records that did not verify, by their keys in the topic, and why; at most 1,000 of them. */
    public Map<String, FailureReport> refused() {
        return state.refused();
    }

    @Override
    public void close() {
        keys.close();
        manifests.close();
    }

    private final class BodyListener implements FollowListener<SignedManifest> {
        @Override
        public void record(String key, SignedManifest manifest) {
            state.manifest(key, manifest);
        }

        @Override
        public void deleted(String key) {
            state.deleted(key);
        }

        @Override
        public void unreadable(String key, Bytes value, Failure failure) {
            state.unreadable(key, failure);
        }
    }

    private final class KeysListener implements FollowListener<KeySection> {
        @Override
        public void record(String key, KeySection section) {
            state.keys(key, section);
        }

        @Override
        public void deleted(String key) {
            state.deleted(key);
        }

        @Override
        public void unreadable(String key, Bytes value, Failure failure) {
            state.unreadable(key, failure);
        }
    }
}
