package io.holdfast.engine.postgresql;

import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.ReadReport;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.stripe.BadPage;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/**
 * Checks the pages of relations on their way. What seems wrong is read again a few times after the reading, with growing
 * pauses, before it is believed; what is handed on is what was read first, since replay writes such a page whole.
 */
final class PageCheckingReader implements ExtentReader {
    private final ExtentReader reader;
    private final HeldServer server;

    PageCheckingReader(ExtentReader reader, HeldServer server) {
        this.reader = reader;
        this.server = server;
    }

    @Override
    public void check() {
        reader.check();
    }

    @Override
    public ReadReport read(List<Extent> extents, ExtentSink sink) {
        PageCheck check = new PageCheck(server.backup().startLsn(), server.insertLsn());
        reader.read(extents, new PageSink(extents, check, sink));
        for (Duration pause : Pause.BEFORE_READING_AGAIN) {
            if (check.hasSuspects()) {
                check.advance(server.insertLsn());
            }
            if (check.hasSuspects()) {
                Pause.of(pause);
                readAgain(check);
            }
        }
        List<PageCheck.Suspect> bad = check.takeSuspects();
        List<BadPage> named = bad.stream()
                .limit(ReadReport.MOST_BAD_PAGES)
                .map(suspect -> new BadPage(suspect.path(), suspect.block()))
                .toList();
        return new ReadReport(check.checked() + bad.size(), check.skipped(), named, bad.size());
    }

    private void readAgain(PageCheck check) {
        List<PageCheck.Suspect> suspects = check.takeSuspects();
        List<Extent> pages = suspects.stream()
                .map(suspect -> new Extent(suspect.path(), suspect.block() * PageChecksum.PAGE, PageChecksum.PAGE))
                .toList();
        reader.read(pages, new PageSink(pages, check, new Gone(check)));
    }

    /** Notices pages that are no more. */
    private record Gone(PageCheck check) implements ExtentSink {
        @Override
        public void piece(int extent, long offset, ByteBuffer bytes) {
            // The page sink before this one has looked at them.
        }

        @Override
        public void end(int extent, ExtentEnd end, long read) {
            if (end != ExtentEnd.COMPLETE) {
                check.gone();
            }
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
