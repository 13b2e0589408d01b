package io.holdfast.cli.show;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.RepositoryCatalog;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.manifest.ManifestBody;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sets as JSON. */
public final class SetJson {
    private static final int LARGEST = 256 * 1024 * 1024;

    /** A set: the manifest's body, whether it is tainted, what speaks against its suite, what is missing before it, and who can open it. */
    record Entry(
            ManifestBody manifest,
            boolean tainted,
            @Nullable String warning,
            @Nullable String gap,
            int keyVersion,
            List<WrappedKey> keys) {}

    /** What a rebuild found. */
    record Rebuilt(List<SetId> written, List<SetId> incomplete, List<Refused> refused) {}

    /** A set that was refused. */
    record Refused(SetId set, FailureReport failure) {}

    private static final JsonCodec<Entry> ENTRY = JsonCodec.of(Entry.class, LARGEST);
    private static final JsonCodec<Rebuilt> REBUILT = JsonCodec.of(Rebuilt.class, LARGEST);

    private SetJson() {}

    /** One set, and what is missing in the chain of manifests before it, or null. */
    public static String text(CatalogEntry entry, @Nullable String gap) {
        return ENTRY.text(new Entry(
                entry.body(),
                entry.body().tainted(),
                entry.body().options().suite().warning().orElse(null),
                gap,
                entry.keys().version(),
                entry.keys().keys()));
    }

    /** What a rebuild found. */
    public static String text(RepositoryCatalog.Findings findings) {
        List<Refused> refused = new ArrayList<>();
        findings.refused().forEach((set, failure) -> refused.add(new Refused(set, failure)));
        return REBUILT.text(new Rebuilt(
                List.copyOf(findings.entries().keySet()),
                List.copyOf(findings.incomplete().keySet()),
                refused));
    }
}
