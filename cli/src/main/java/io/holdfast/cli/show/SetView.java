package io.holdfast.cli.show;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.TopicCopies;
import io.holdfast.protocol.plan.Tablespace;
import io.holdfast.protocol.stripe.BadPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a backup set looks in a table. */
public final class SetView {
    /** The heads of a list of sets. */
    public static final List<String> HEADS = List.of(
            "set", "instance", "finished", "took", "size", "stored", "ratio", "repository", "sealed with", "label");

    private SetView() {}

    /** A set as a row under {@link #HEADS}. */
    public static List<String> row(CatalogEntry entry) {
        ManifestBody body = entry.body();
        return List.of(
                body.set().text(),
                body.instance().text(),
                body.stopTime().toString(),
                Sizes.of(Duration.between(body.startTime(), body.stopTime())),
                Sizes.of(body.totals().dataBytes()),
                Sizes.of(body.totals().sealedBytes()),
                Sizes.ratio(body.totals().dataBytes(), body.totals().sealedBytes()),
                body.options().repository().text(),
                suite(body.options().suite()) + (body.tainted() ? ", TAINTED" : ""),
                Optional.ofNullable(body.options().label()).orElse(""));
    }

    /** A suite's name, with the word that marks what is not encrypted, or not as it should be. */
    public static String suite(Suite suite) {
        return switch (suite) {
            case AES_128, AES_192, AES_256 -> suite.label();
            case TRIPLE_DES_3KEY -> suite.label() + " (LEGACY)";
            case NONE -> "NOT ENCRYPTED";
        };
    }

    /** Such as {@code zstd 3} or {@code lz4}. */
    public static String compression(Compression compression) {
        String codec = compression.codec().name().toLowerCase(Locale.ROOT);
        return compression.codec() == Codec.ZSTD ? codec + " " + compression.level() : codec;
    }

    /** A set as rows of a name and a value; {@code gap} is what is missing in the chain of manifests before it, or null. */
    public static List<List<String>> details(CatalogEntry entry, @Nullable String gap) {
        ManifestBody body = entry.body();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("set", body.set().text()));
        rows.add(List.of(
                "instance",
                body.instance() + ", PostgreSQL " + body.server().major() + ", system identifier "
                        + body.server().systemIdentifier()));
        rows.add(List.of("number", body.sequence() + " of its instance"));
        Optional.ofNullable(gap).ifPresent(missing -> rows.add(List.of("gap", missing)));
        rows.add(List.of("label", Optional.ofNullable(body.options().label()).orElse("–")));
        rows.add(List.of("from, to", body.startTime() + ", " + body.stopTime()));
        rows.add(List.of(
                "log",
                body.startLsn() + " to " + body.stopLsn() + " on timeline "
                        + body.wal().timeline() + ", " + body.wal().firstSegment() + " to "
                        + body.wal().lastSegment()));
        rows.add(List.of(
                "size",
                Sizes.of(body.totals().dataBytes()) + " in " + body.totals().files() + " files"));
        rows.add(List.of(
                "stored",
                Sizes.of(body.totals().sealedBytes()) + " in " + body.totals().stripes() + " stripes, repository "
                        + body.options().repository()));
        rows.add(List.of(
                "sealed with",
                suite(body.options().suite()) + ", "
                        + compression(body.options().compression())));
        body.options().suite().warning().ifPresent(warning -> rows.add(List.of("warning", warning)));
        rows.add(List.of(
                "encryptors",
                entry.keys().keys().stream()
                        .map(key -> key.encryptor() + " (" + key.kind() + ", version " + key.keyVersion() + ")")
                        .collect(Collectors.joining(", "))));
        rows.add(List.of(
                "tablespaces",
                body.tablespaces().isEmpty()
                        ? "–"
                        : body.tablespaces().stream().map(SetView::place).collect(Collectors.joining(", "))));
        rows.add(List.of("page checksums", pages(body)));
        Optional.ofNullable(body.topics()).ifPresent(topics -> rows.add(List.of("topics", topics(topics))));
        rows.add(List.of(
                "sealed by",
                body.totals().workers().entrySet().stream()
                        .map(share -> share.getKey() + ": " + share.getValue())
                        .sorted()
                        .collect(Collectors.joining(", "))));
        return rows;
    }

    private static String place(Tablespace tablespace) {
        return tablespace.oid() + " at " + tablespace.location();
    }

    private static String topics(TopicCopies topics) {
        String copies = topics.copies() == 1 ? "1 copy" : topics.copies() + " copies";
        String text = copies + " of each record, " + topics.inSync() + " before a write counts";
        return topics.weak() ? "WEAK: " + text + "; 3 and 2 outlast a broker" : text;
    }

    private static String pages(ManifestBody body) {
        if (!body.server().pageChecksums()) {
            return "off on this server";
        }
        String counts =
                body.totals().pagesChecked() + " checked, " + body.totals().badPageCount() + " wrong";
        return body.tainted()
                ? "TAINTED: " + counts + ": "
                        + body.totals().badPages().stream().map(SetView::page).collect(Collectors.joining(", "))
                : counts;
    }

    private static String page(BadPage page) {
        return page.path() + " block " + page.block();
    }
}
