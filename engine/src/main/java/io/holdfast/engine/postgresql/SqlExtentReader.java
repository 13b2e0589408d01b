package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.ReadReport;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.plan.Extent;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyOut;

/**
 * Reads over a connection: {@code COPY (SELECT … pg_read_binary_file(…)) TO STDOUT (FORMAT binary)}, a row for each piece
 * of at most 256 KiB, about 32 MiB and at most 2,000 rows a statement, parsed as the bytes arrive. Small files share
 * statements. Pieces stay below half of the smallest region of G1, so that its heap takes them without effort.
 */
final class SqlExtentReader implements ExtentReader {
    static final int PIECE = 256 * 1024;
    private static final long STATEMENT_BYTES = 32L * 1024 * 1024;
    private static final int STATEMENT_ROWS = 2_000;

    private final HeldServer server;

    SqlExtentReader(HeldServer server) {
        this.server = server;
    }

    @Override
    public void check() {
        server.check();
    }

    @Override
    public ReadReport read(List<Extent> extents, ExtentSink sink) {
        PieceRows rows = new PieceRows(extents, sink);
        StringBuilder values = new StringBuilder();
        long bytes = 0;
        int count = 0;
        for (int i = 0; i < extents.size(); i++) {
            Extent extent = extents.get(i);
            String path = quoted(extent.path());
            long from = extent.offset();
            long end = Math.addExact(extent.offset(), extent.length());
            do {
                int length = (int) Math.min(PIECE, end - from);
                values.append(count == 0 ? "" : ",");
                // The types of the first row are those of all.
                values.append("(")
                        .append(i)
                        .append(count == 0 ? "::int4," : ",")
                        .append(path);
                values.append(",").append(from).append("::int8,").append(length).append("::int8)");
                from += length;
                bytes += length;
                count++;
                if (bytes >= STATEMENT_BYTES || count >= STATEMENT_ROWS) {
                    run(values, rows);
                    values.setLength(0);
                    bytes = 0;
                    count = 0;
                }
            } while (from < end);
        }
        if (count > 0) {
            run(values, rows);
        }
        rows.finish();
        return ReadReport.NOTHING;
    }

    private void run(StringBuilder values, PieceRows rows) {
        String copy = "COPY (SELECT i, pg_read_binary_file(p, o, n, true) FROM (VALUES " + values
                + ") AS piece(i, p, o, n)) TO STDOUT (FORMAT binary)";
        CopyOut out = null;
        try {
            out = server.connection().copies().copyOut(copy);
            CopyRows parser = new CopyRows(rows);
            for (byte[] message = out.readFromCopy(); message != null; message = out.readFromCopy()) {
                parser.take(message);
            }
            if (!parser.isComplete()) {
                throw new Transient(
                        EngineFailure.CONNECTION_LOST,
                        "The server of " + server.connection().instance().shown() + " ended a reading before its end.");
            }
        } catch (SQLException e) {
            throw server.connection().failure(e);
        } finally {
            drain(out);
        }
    }

    /**
     * A statement that was not read to its end would block the connection. The rest is read and dropped, at most 32 MiB: a
     * cancel request could arrive late and hit the next statement.
     */
    private static void drain(@Nullable CopyOut out) {
        try {
            while (out != null && out.isActive() && out.readFromCopy() != null) {
                // Dropped.
            }
        } catch (SQLException e) {
            // The connection is of no use any more; its next use says so.
        }
    }

    private static String quoted(String path) {
        return "'" + Paths.checked(path).replace("'", "''") + "'";
    }

    @Override
    public void close() {
        server.connection().close();
    }
}
