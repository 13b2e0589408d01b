package io.holdfast.cli.demo;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;

/**
 * What a table holds, whatever the order of its rows: how many rows, and the sum of the first 60 bits of each row's MD5 (of
 * the row as text). Finds differences, not attackers.
 */
public record TableHash(long rows, BigInteger sum) {
    private static final int HEX_DIGITS = 15;

    /** Of a table as the server holds it. */
    public static TableHash of(Connection connection, String table) throws SQLException {
        String sql = "SELECT count(*), coalesce(sum(('x' || left(md5(t::text), " + HEX_DIGITS
                + "))::bit(60)::bigint), 0) FROM " + table + " t";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new TableHash(row.getLong(1), row.getBigDecimal(2).toBigIntegerExact());
        }
    }

    /** Of no rows. */
    static TableHash empty() {
        return new TableHash(0, BigInteger.ZERO);
    }

    /** With one more row, given as the server shows it: {@code (1,2,abc)}. */
    TableHash plus(String row) {
        return new TableHash(rows + 1, sum.add(new BigInteger(md5(row).substring(0, HEX_DIGITS), 16)));
    }

    /** As the server's function of that name: 32 hexadecimal digits. */
    static String md5(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    @Override
    public String toString() {
        return sum.toString(16);
    }
}
