package io.holdfast.cli.show;

import io.holdfast.forecast.result.Forecast;
import io.holdfast.forecast.result.Headroom;
import io.holdfast.forecast.result.Interval;
import io.holdfast.forecast.result.Percentiles;
import io.holdfast.forecast.result.Rewriting;
import io.holdfast.protocol.quantity.ByteCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A forecast in words for people. */
public record ForecastView(Forecast forecast) {
    /** All of it, line by line. */
    public List<String> lines() {
        Forecast.Basis basis = forecast.basis();
        Forecast.Likely likely = forecast.likely();
        List<String> lines = new ArrayList<>();
        lines.add("From " + basis.from() + " to " + basis.to() + ", "
                + basis.assumptions().cipher() + " in the "
                + basis.assumptions().layer().name().toLowerCase(Locale.ROOT) + ", log "
                + basis.assumptions().log().name().toLowerCase(Locale.ROOT) + "; "
                + basis.server().engine() + " "
                + basis.server().version() + " on " + basis.host().processors() + " processors, " + basis.samples()
                + " samples.");
        lines.add("Measured: " + seconds(basis.elapsed()) + " elapsed, " + seconds(basis.cpu())
                + " of processor time, " + bytes(basis.decryptedBytes()) + " to decrypt, "
                + bytes(basis.encryptedBytes()) + " to encrypt.");
        lines.add("");
        lines.add("Interval of the source (reconstructed), with encryption:");
        lines.add("  processor time " + words(forecast.source().cpu(), basis.cpu()));
        lines.add("  elapsed        " + words(forecast.source().elapsed(), basis.elapsed()));
        lines.add("");
        lines.add("Likely, with encryption:                P5        P50        P95");
        lines.add(row("processor time", likely.cpu()));
        lines.add(row("  added to it", likely.addedCpu()));
        lines.add(row("    in the foreground", likely.foreground()));
        lines.add(row("    in the background", likely.background()));
        lines.add(row("elapsed", likely.elapsed()));
        lines.add("");
        lines.add("Processors: " + words(likely.before()) + " today; with encryption " + words(likely.after()) + ".");
        lines.add("Wide most of all for " + likely.widest().words() + ".");
        lines.add(words(forecast.rewriting()));
        lines.add("What would make it wrong:");
        forecast.doubts().forEach(doubt -> lines.add("  - " + doubt));
        return lines;
    }

    private static String row(String name, Percentiles percentiles) {
        return String.format(
                Locale.ROOT,
                "  %-29s %10.2f %10.2f %10.2f s",
                name,
                percentiles.p5(),
                percentiles.p50(),
                percentiles.p95());
    }

    private static String words(Interval interval, double now) {
        String more = now == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %+.1f to %+.1f %%",
                        100 * (interval.low() / now - 1),
                        100 * (interval.high() / now - 1));
        return seconds(interval.low()) + " to " + seconds(interval.high()) + more;
    }

    private static String words(Headroom headroom) {
        return String.format(
                Locale.ROOT,
                "%.0f %% at work, work takes %.2f times its own time, %.1f times this load fits",
                100 * headroom.utilisation(),
                headroom.stretch(),
                headroom.spare());
    }

    private static String words(Rewriting rewriting) {
        String rate = rewriting.pagesInASecond() == 0
                ? " The server has no background threads for it; its commands rewrite the tables."
                : " At " + rewriting.pagesInASecond() + " pages a second, as the server is set, each takes "
                        + Sizes.of(Duration.ofSeconds(Math.round(rewriting.seconds()))) + ".";
        return "First encryption of " + rewriting.pages() + " pages: " + seconds(rewriting.firstCpuSeconds())
                + " of processor time; rotation of the key: " + seconds(rewriting.rotationCpuSeconds()) + "." + rate;
    }

    private static String bytes(double bytes) {
        return Sizes.of(ByteCount.of(Math.round(bytes)));
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.2f s", seconds);
    }
}
