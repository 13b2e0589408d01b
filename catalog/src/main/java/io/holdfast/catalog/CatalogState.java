package io.holdfast.catalog;

import io.holdfast.keys.PinnedKeys;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SignedManifest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * The catalog in memory, made of the records of its topic in any order. What does not verify against the pinned keys is remembered
 * as refused and never used: nor is a manifest that changes (they are immutable), nor a key section that goes back to an earlier
 * version. Kept in the order of listings, so that the newest of many is found at once. For any number of threads.
 */
final class CatalogState {
    private static final Comparator<CatalogEntry> BY_TIME = Comparator.comparing(
                    (CatalogEntry entry) -> entry.body().stopTime())
            .thenComparing(entry -> entry.body().set().text());
    private static final Comparator<CatalogEntry> BY_SEQUENCE = Comparator.comparingLong(
                    (CatalogEntry entry) -> entry.body().sequence())
            .thenComparing(BY_TIME);

    /** How many refused records are remembered; more are only counted in the topic. */
    private static final int MOST_REFUSED = 1_000;

    private final Map<SetId, Known> manifests = new ConcurrentHashMap<>();
    private final Map<SetId, KeySection> sections = new ConcurrentHashMap<>();
    /** The sets that are whole, and the same in two orders, newest first. */
    private final Map<SetId, CatalogEntry> whole = new ConcurrentHashMap<>();

    private final NavigableSet<CatalogEntry> all = new ConcurrentSkipListSet<>(BY_TIME.reversed());
    private final Map<InstanceName, NavigableSet<CatalogEntry>> ofInstance = new ConcurrentHashMap<>();
    private final Map<String, FailureReport> refused = new ConcurrentHashMap<>();
    private final Opener opener;

    /** Believes what {@code pinned} verifies. */
    CatalogState(PinnedKeys pinned) {
        this(new Opener() {
            @Override
            public ManifestBody body(SetId set, SignedManifest manifest) {
                return Manifests.open(set, manifest, pinned);
            }

            @Override
            public KeySection keys(SetId set, KeySection section) {
                return Manifests.open(set, section, pinned);
            }
        });
    }

    CatalogState(Opener opener) {
        this.opener = opener;
    }

    /** Verifies records; throws a {@link Failure} for one that is not to be believed. */
    interface Opener {
        /** The body of a manifest of {@code set}. */
        ManifestBody body(SetId set, SignedManifest manifest);

        /** The key section of {@code set}. */
        KeySection keys(SetId set, KeySection section);
    }

    private record Known(ManifestBody body, Bytes digest) {}

    /** Takes a manifest from under its key in the topic. */
    void manifest(String key, SignedManifest manifest) {
        take(key, () -> {
            SetId set = setOf(key);
            ManifestBody body = opener.body(set, manifest);
            Bytes digest = Manifests.digest(manifest);
            Known known = manifests.putIfAbsent(set, new Known(body, digest));
            list(set);
            if (known != null && !known.digest().equals(digest)) {
                throw new Corrupt(
                        CatalogFailure.MANIFEST_CHANGED,
                        "the catalog has a second, different manifest of set " + set + "; the first one stays");
            }
        });
    }

    /** Takes a key section from under its key in the topic. */
    void keys(String key, KeySection section) {
        take(key, () -> {
            SetId set = setOf(key);
            KeySection verified = opener.keys(set, section);
            KeySection known = sections.get(set);
            if (known != null && known.version() > verified.version()) {
                throw new Corrupt(
                        CatalogFailure.KEYS_WENT_BACK,
                        "the key section of set " + set + " goes back from version " + known.version() + " to "
                                + verified.version() + "; version " + known.version() + " stays");
            }
            sections.put(set, verified);
            list(set);
        });
    }

    /** The record of a key is gone from the topic. */
    void deleted(String key) {
        refused.remove(key);
        try {
            SetId set = setOf(key);
            if (key.equals(Topics.catalogBodyKey(set))) {
                manifests.remove(set);
            } else {
                sections.remove(set);
            }
            list(set);
        } catch (Failure e) {
            refuse(key, e);
        }
    }

    /** A record that is not one. */
    void unreadable(String key, Failure failure) {
        refuse(key, failure);
    }

    /** Lists a set once its manifest and keys are there and speak of the same set of the same instance; else takes it off. */
    private synchronized void list(SetId set) {
        CatalogEntry listed = whole.remove(set);
        if (listed != null) {
            all.remove(listed);
            ordered(listed.body().instance()).remove(listed);
        }
        Known known = manifests.get(set);
        KeySection section = sections.get(set);
        if (known != null
                && section != null
                && section.context().equals(known.body().context())) {
            CatalogEntry entry = new CatalogEntry(known.body(), section, known.digest());
            whole.put(set, entry);
            all.add(entry);
            ordered(known.body().instance()).add(entry);
        }
    }

    private NavigableSet<CatalogEntry> ordered(InstanceName instance) {
        return ofInstance.computeIfAbsent(instance, name -> new ConcurrentSkipListSet<>(BY_SEQUENCE.reversed()));
    }

    /** A set that is whole and verified. */
    Optional<CatalogEntry> set(SetId set) {
        return Optional.ofNullable(whole.get(set));
    }

    /** All sets, newest first. */
    List<CatalogEntry> sets() {
        return List.copyOf(all);
    }

    /** The sets of an instance, newest first. */
    List<CatalogEntry> sets(InstanceName instance) {
        NavigableSet<CatalogEntry> known = ofInstance.get(instance);
        return known == null ? List.of() : List.copyOf(known);
    }

    private Optional<CatalogEntry> newest(InstanceName instance) {
        NavigableSet<CatalogEntry> known = ofInstance.get(instance);
        return known == null ? Optional.empty() : known.stream().findFirst();
    }

    /** The set of that id, or the instance's newest when {@code set} is null. */
    CatalogEntry resolve(InstanceName instance, @Nullable SetId set) {
        if (set == null) {
            return newest(instance)
                    .orElseThrow(() -> new Permanent(
                            CatalogFailure.NO_SET,
                            "instance " + instance + " has no complete backup set" + refusals()));
        }
        CatalogEntry entry =
                set(set).orElseThrow(() -> new Permanent(CatalogFailure.UNKNOWN_SET, absence(set) + refusals()));
        if (!entry.body().instance().equals(instance)) {
            throw new Permanent(
                    CatalogFailure.WRONG_SET,
                    "set " + set + " is one of instance " + entry.body().instance() + ", not of " + instance);
        }
        return entry;
    }

    private String absence(SetId set) {
        Known manifest = manifests.get(set);
        if (manifest == null) {
            return "the catalog has no set " + set;
        }
        KeySection section = sections.get(set);
        return "the catalog has the manifest of set " + set
                + (section == null
                        ? ", but not its keys"
                        : " of instance " + manifest.body().instance() + ", but keys of instance "
                                + section.context().instance());
    }

    private String refusals() {
        return refused.isEmpty()
                ? ""
                : " (" + refused.size() + " records of the catalog are refused; one of them: "
                        + refused.values().iterator().next().message() + ")";
    }

    /** Records that did not verify, by their keys in the topic, and why. */
    Map<String, FailureReport> refused() {
        return Map.copyOf(refused);
    }

    private void take(String key, Runnable verified) {
        try {
            verified.run();
            refused.remove(key);
        } catch (Failure e) {
            refuse(key, e);
        }
    }

    private void refuse(String key, Failure failure) {
        if (refused.size() < MOST_REFUSED || refused.containsKey(key)) {
            refused.put(key, failure.report());
        }
    }

    private static SetId setOf(String key) {
        int slash = key.lastIndexOf('/');
        return SetId.parse(slash < 0 ? key : key.substring(0, slash));
    }
}
