package io.holdfast.cli.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The demo's database: documents (constant; text of several sizes, some of it out of line), accounts and history (changed by
 * {@link NumberedLoad}).
 *
 * @param seed of the load
 * @param accounts how many
 * @param megabytes about how large the documents are
 */
public record Shop(long seed, int accounts, int megabytes) {
    private static final int DOCUMENTS_PER_MEGABYTE = 240;

    /** Makes and fills the tables. */
    public void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE documents (id int PRIMARY KEY, title text, body text)");
            // Every tenth is long enough to be stored out of line; half of each text repeats, so that it shrinks as
            // texts do.
            statement.execute(
                    "INSERT INTO documents SELECT i, 'Document ' || i, (SELECT string_agg(md5((i * 131 + j)::text)"
                            + " || repeat('holdfast ', 4), ' ') FROM generate_series(1, CASE WHEN i % 10 = 0 THEN 300 ELSE 25 END) j)"
                            + " FROM generate_series(1, " + megabytes * DOCUMENTS_PER_MEGABYTE + ") i");
            statement.execute("CREATE INDEX documents_title ON documents (title)");
            statement.execute("CREATE TABLE accounts (id int PRIMARY KEY, balance bigint, note text)");
            statement.execute(
                    "INSERT INTO accounts SELECT i, 0, md5(i::text) FROM generate_series(1, " + accounts + ") i");
            statement.execute("CREATE TABLE history (n bigint PRIMARY KEY, account int, delta bigint, note text)");
            statement.execute("CREATE UNLOGGED TABLE cache AS SELECT i FROM generate_series(1, 50000) i");
            statement.execute("ANALYZE");
            statement.execute("CHECKPOINT");
        }
    }

    /** What accounts and history must hold after transaction {@code last}, computed without a database. */
    Map<String, TableHash> expectedAfter(long last) {
        long[] balances = new long[accounts + 1];
        TableHash history = TableHash.empty();
        for (long n = 1; n <= last; n++) {
            Step step = Step.of(seed, n, accounts);
            balances[step.account()] += step.delta();
            history = history.plus("(" + n + "," + step.account() + "," + step.delta() + "," + step.note() + ")");
        }
        TableHash rows = TableHash.empty();
        for (int id = 1; id <= accounts; id++) {
            rows = rows.plus("(" + id + "," + balances[id] + "," + TableHash.md5(Integer.toString(id)) + ")");
        }
        Map<String, TableHash> expected = new LinkedHashMap<>();
        expected.put("accounts", rows);
        expected.put("history", history);
        return expected;
    }
}
