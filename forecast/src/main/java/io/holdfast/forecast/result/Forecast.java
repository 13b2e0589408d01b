package io.holdfast.forecast.result;

import io.holdfast.forecast.host.HostFacts;
import io.holdfast.forecast.point.ServerFacts;
import java.time.Instant;
import java.util.List;

/**
 * What encryption would have added to a load. All times are in seconds.
 *
 * @param id the name of its file
 * @param source the interval as the source gives it
 * @param likely what is likely
 * @param doubts what would make it wrong
 */
public record Forecast(
        String id, Instant made, Basis basis, Source source, Likely likely, Rewriting rewriting, List<String> doubts) {

    public Forecast {
        doubts = List.copyOf(doubts);
    }

    /**
     * What it stands on.
     *
     * @param from the first save point's name
     * @param to the last save point's name
     * @param calibration its id
     * @param samples how many spans of time were seen
     * @param elapsed how long the load ran
     * @param cpu processor time of the server
     * @param waitShare share of the machine's time in which processors waited for disks
     * @param stealShare share of the machine's time that others took
     */
    public record Basis(
            String from,
            String to,
            HostFacts host,
            ServerFacts server,
            String calibration,
            Assumptions assumptions,
            int samples,
            double elapsed,
            double cpu,
            double decryptedBytes,
            double encryptedBytes,
            double waitShare,
            double stealShare) {}

    /** The source's interval, by our reconstruction: with encryption in place, in all. */
    public record Source(Interval cpu, Interval elapsed) {}

    /**
     * The distribution.
     *
     * @param addedCpu what comes on top
     * @param cpu in all
     * @param elapsed in all
     * @param foreground of {@code addedCpu}: what somebody waits for
     * @param background of {@code addedCpu}: what nobody waits for while processors are free
     * @param before the machine as it is
     * @param after with encryption
     * @param widest what makes it wide
     */
    public record Likely(
            Percentiles addedCpu,
            Percentiles cpu,
            Percentiles elapsed,
            Percentiles foreground,
            Percentiles background,
            Headroom before,
            Headroom after,
            Unsure widest) {}
}
