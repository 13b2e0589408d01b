package io.holdfast.forecast.io;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/** Small answers of a database. */
record Rows(Connection connection) {
    /** The first two columns of all rows, by name in small letters; SQL's NULL is an empty text. */
    Map<String, String> pairs(String sql) throws SQLException {
        Map<String, String> pairs = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String value = rows.getString(2);
                pairs.put(rows.getString(1).toLowerCase(java.util.Locale.ROOT), value == null ? "" : value);
            }
        }
        return pairs;
    }

    /** All columns of the one row, by name in small letters. */
    Map<String, String> row(String sql) throws SQLException {
        Map<String, String> row = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            if (!rows.next()) {
                throw new SQLException("no row came for " + sql);
            }
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                String value = rows.getString(i);
                row.put(
                        rows.getMetaData().getColumnLabel(i).toLowerCase(java.util.Locale.ROOT),
                        value == null ? "" : value);
            }
        }
        return row;
    }
}
