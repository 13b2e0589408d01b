package io.holdfast.catalog;

import io.holdfast.keys.PinnedKeys;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SignedManifest;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The catalog as a repository alone tells it: what offline restores and rebuilds go by. */
public final class RepositoryCatalog {
    private RepositoryCatalog() {}

    /**
     * What a repository holds.
     *
     * @param entries the sets that are whole and verified
     * @param incomplete sets without a manifest or without keys, and which: attempts that failed or still run
     * @param refused sets whose manifest or keys do not verify, and why
     */
    public record Findings(
            SortedMap<SetId, CatalogEntry> entries,
            SortedMap<SetId, String> incomplete,
            SortedMap<SetId, FailureReport> refused) {
        /** The newest set of each instance comes first when sorted by this. */
        public static final Comparator<CatalogEntry> NEWEST_FIRST = Comparator.comparing(
                        (CatalogEntry entry) -> entry.body().stopTime())
                .reversed();
    }

    /** Looks at every set in the repository. */
    public static Findings read(Repository repository, PinnedKeys pinned) {
        Findings findings = new Findings(sorted(), sorted(), sorted());
        for (SetId set : repository.sets()) {
            try {
                Optional<CatalogEntry> entry = entry(repository, set, pinned);
                if (entry.isPresent()) {
                    findings.entries().put(set, entry.get());
                } else {
                    findings.incomplete().put(set, whatIsMissing(repository, set));
                }
            } catch (Failure e) {
                findings.refused().put(set, e.report());
            }
        }
        return findings;
    }

    private static String whatIsMissing(Repository repository, SetId set) {
        return repository.getObject(ObjectName.manifest(set)).isPresent()
                ? "it has a manifest, but no key section: its publishing is under way or was interrupted"
                : "it has no manifest";
    }

    private static <T> SortedMap<SetId, T> sorted() {
        return new TreeMap<>(Comparator.comparing(SetId::text));
    }

    /** One set, verified; empty when it has no manifest, or no key section yet. */
    public static Optional<CatalogEntry> entry(Repository repository, SetId set, PinnedKeys pinned) {
        Optional<byte[]> manifest = repository.getObject(ObjectName.manifest(set));
        Optional<KeySection> section = KeyChain.newest(repository, set, pinned).map(KeyChain::section);
        if (manifest.isEmpty() || section.isEmpty()) {
            return Optional.empty();
        }
        SignedManifest signed = Manifests.readManifest(set, manifest.get());
        ManifestBody body = Manifests.open(set, signed, pinned);
        if (!section.get().context().equals(body.context())) {
            throw new Corrupt(
                    CatalogFailure.WRONG_SET,
                    "the key section of set " + set + " is of instance "
                            + section.get().context().instance() + ", its manifest of " + body.instance());
        }
        return Optional.of(new CatalogEntry(body, section.get(), Manifests.digest(signed)));
    }

    /**
     * Writes every verified set of the repository into the catalog's topic; never removes anything there.
     *
     * @return what was found and written
     */
    public static Findings rebuild(Repository repository, PinnedKeys pinned, CatalogWriter catalog) {
        Findings findings = read(repository, pinned);
        for (Map.Entry<SetId, CatalogEntry> found : findings.entries().entrySet()) {
            SetId set = found.getKey();
            SignedManifest manifest = Manifests.readManifest(
                    set, repository.getObject(ObjectName.manifest(set)).orElseThrow());
            catalog.write(set, manifest, found.getValue().keys());
        }
        return findings;
    }
}
