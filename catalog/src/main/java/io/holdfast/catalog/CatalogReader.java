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
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SignedManifest;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The catalog in memory, followed from its topic. Every manifest and key section is verified against the pinned keys when it comes;
 * one that does not verify is remembered as such, and never used.
 */
public final class CatalogReader implements AutoCloseable {
    private static final Comparator<CatalogEntry> NEWEST_FIRST = Comparator.comparingLong(
                    (CatalogEntry entry) -> entry.body().sequence())
            .thenComparing(entry -> entry.body().stopTime())
            .reversed();

    private final Map<SetId, ManifestBody> bodies = new ConcurrentHashMap<>();
    private final Map<SetId, Bytes> digests = new ConcurrentHashMap<>();
    private final Map<SetId, KeySection> sections = new ConcurrentHashMap<>();
    private final Map<String, FailureReport> refused = new ConcurrentHashMap<>();
    private final PinnedKeys pinned;
    private final Follower<SignedManifest> manifests;
    private final Follower<KeySection> keys;

    private CatalogReader(KafkaSettings kafka, Topics topics, PinnedKeys pinned) {
        this.pinned = pinned;
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
        ManifestBody body = bodies.get(set);
        KeySection section = sections.get(set);
        Bytes digest = digests.get(set);
        return body == null || section == null || digest == null
                ? Optional.empty()
                : Optional.of(new CatalogEntry(body, section, digest));
    }

    /** All sets, newest first. */
    public List<CatalogEntry> sets() {
        return bodies.keySet().stream()
                .flatMap(set -> set(set).stream())
                .sorted(Comparator.comparing(
                                (CatalogEntry entry) -> entry.body().stopTime())
                        .reversed())
                .toList();
    }

    /** The sets of an instance, newest first. */
    public List<CatalogEntry> sets(InstanceName instance) {
        return bodies.values().stream()
                .filter(body -> body.instance().equals(instance))
                .flatMap(body -> set(body.set()).stream())
                .sorted(NEWEST_FIRST)
                .toList();
    }

    /**
     * The set of that id, or the instance's newest when {@code set} is null.
     *
     * @throws Permanent unknown-set, no-set, wrong-set
     */
    public CatalogEntry resolve(InstanceName instance, @Nullable SetId set) {
        if (set == null) {
            return sets(instance).stream()
                    .findFirst()
                    .orElseThrow(() -> new Permanent(
                            CatalogFailure.NO_SET,
                            "instance " + instance + " has no complete backup set" + refusals()));
        }
        CatalogEntry entry = set(set).orElseThrow(
                        () -> new Permanent(CatalogFailure.UNKNOWN_SET, "the catalog has no set " + set + refusals()));
        if (!entry.body().instance().equals(instance)) {
            throw new Permanent(
                    CatalogFailure.WRONG_SET,
                    "set " + set + " is one of instance " + entry.body().instance() + ", not of " + instance);
        }
        return entry;
    }

    private String refusals() {
        return refused.isEmpty()
                ? ""
                : " (" + refused.size() + " records of the catalog are refused; one of them: "
                        + refused.values().iterator().next().message() + ")";
    }

    /** Records that did not verify, by their keys in the topic, and why. */
    public Map<String, FailureReport> refused() {
        return Map.copyOf(refused);
    }

    @Override
    public void close() {
        keys.close();
        manifests.close();
    }

    private void take(String key, Runnable verified) {
        try {
            verified.run();
            refused.remove(key);
        } catch (Failure e) {
            refused.put(key, e.report());
        }
    }

    private static SetId setOf(String key) {
        return SetId.parse(key.substring(0, key.lastIndexOf('/')));
    }

    private final class BodyListener implements FollowListener<SignedManifest> {
        @Override
        public void record(String key, SignedManifest manifest) {
            take(key, () -> {
                SetId set = setOf(key);
                ManifestBody body = Manifests.open(set, manifest, pinned);
                digests.put(set, Manifests.digest(manifest));
                bodies.put(set, body);
            });
        }

        @Override
        public void deleted(String key) {
            take(key, () -> bodies.remove(setOf(key)));
        }

        @Override
        public void unreadable(String key, Bytes value, Failure failure) {
            refused.put(key, failure.report());
        }
    }

    private final class KeysListener implements FollowListener<KeySection> {
        @Override
        public void record(String key, KeySection section) {
            take(key, () -> {
                SetId set = setOf(key);
                sections.put(set, Manifests.open(set, section, pinned));
            });
        }

        @Override
        public void deleted(String key) {
            take(key, () -> sections.remove(setOf(key)));
        }

        @Override
        public void unreadable(String key, Bytes value, Failure failure) {
            refused.put(key, failure.report());
        }
    }
}
