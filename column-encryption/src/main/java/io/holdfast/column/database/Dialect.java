package io.holdfast.column.database;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.protocol.failure.Permanent;
import java.util.Locale;

/** What differs between databases in the SQL of key tables. */
public enum Dialect {
    /** PostgreSQL 15 and later. */
    POSTGRESQL('"', "bytea", ""),
    /** MariaDB 10.11 and later; a schema is a database. */
    MARIADB('`', "longblob", " ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");

    private final char quote;
    private final String bytesType;
    private final String tableOptions;

    Dialect(char quote, String bytesType, String tableOptions) {
        this.quote = quote;
        this.bytesType = bytesType;
        this.tableOptions = tableOptions;
    }

    /** By the name that a driver gives its database; another than the two is {@link Permanent}. */
    public static Dialect of(String product) {
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRESQL;
            case "mariadb" -> MARIADB;
            default ->
                throw new Permanent(
                        ColumnFailure.DATABASE_UNKNOWN,
                        "the database calls itself " + product + "; encrypted columns are for PostgreSQL and MariaDB");
        };
    }

    /** An identifier in quotes. */
    public String quoted(String name) {
        String twice = String.valueOf(quote) + quote;
        return quote + name.replace(String.valueOf(quote), twice) + quote;
    }

    /** A table with its schema, in quotes. */
    public String table(String schema, String table) {
        return quoted(schema) + "." + quoted(table);
    }

    /** The table of a column with its schema, in quotes. */
    public String table(ColumnName column) {
        return table(column.schema(), column.table());
    }

    /** The type of bytes of any length. */
    public String bytesType() {
        return bytesType;
    }

    /** What follows the columns of a new table. */
    public String tableOptions() {
        return tableOptions;
    }
}
