package io.holdfast.engine.postgresql;

import java.util.ArrayList;
import java.util.List;
import org.postgresql.util.PasswordUtil;

/** The role that backs up an instance, with the privileges of docs/postgresql-role.md and no more. */
public final class BackupRole {
    /** The functions that a backup calls and that are not open to everybody. */
    public static final List<String> FUNCTIONS = List.of(
            "pg_ls_dir(text, boolean, boolean)",
            "pg_stat_file(text, boolean)",
            "pg_read_binary_file(text, bigint, bigint, boolean)",
            "pg_backup_start(text, boolean)",
            "pg_backup_stop(boolean)");

    private BackupRole() {}

    /**
     * The statements that make it, for a superuser in the database that the instance's settings name. The password is in them as a
     * SCRAM verifier only, so that no log of statements holds it.
     */
    public static List<String> create(String role, char[] password) {
        List<String> statements = new ArrayList<>();
        statements.add("CREATE ROLE " + role + " LOGIN REPLICATION PASSWORD '"
                + PasswordUtil.encodeScramSha256(password) + "'");
        FUNCTIONS.forEach(function -> statements.add(grant(function, role)));
        return statements;
    }

    /** The statement that grants one of the functions. */
    static String grant(String function, String role) {
        return "GRANT EXECUTE ON FUNCTION pg_catalog." + function + " TO " + role;
    }
}
