package io.holdfast.column.guard;

/**
 * SQL that makes a database refuse what is not of a cell's form: another length, or another first byte than the version. It cannot tell
 * a forged cell from a real one, which needs the key; it keeps plaintext of every usual length out.
 */
public final class Guard {
    /** The domain's name. */
    public static final String DOMAIN = "encrypted_cell";

    private Guard() {}

    /**
     * For PostgreSQL: makes the domain {@value #DOMAIN} over bytea in this schema, of which encrypted columns are declared. NULL is
     * allowed.
     */
    public static String postgresqlDomain(String schema) {
        return "CREATE DOMAIN " + quoted(schema) + "." + quoted(DOMAIN) + " AS bytea CONSTRAINT "
                + quoted(DOMAIN)
                + " CHECK (length(VALUE) >= 65 AND (length(VALUE) - 49) % 16 = 0 AND get_byte(VALUE, 0) = 1)";
    }

    /** For MariaDB: the CHECK of a column, whose name is given in quotes. NULL is allowed. */
    public static String mariadbCheck(String quotedColumn) {
        return "CHECK (length(" + quotedColumn + ") >= 65 AND (length(" + quotedColumn + ") - 49) % 16 = 0 AND ord("
                + quotedColumn + ") = 1)";
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
