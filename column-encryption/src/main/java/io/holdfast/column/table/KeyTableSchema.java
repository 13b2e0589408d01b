package io.holdfast.column.table;

import io.holdfast.column.database.Dialect;
import io.holdfast.column.database.Session;
import io.holdfast.column.guard.Guard;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The SQL that makes the key tables. */
final class KeyTableSchema {
    private static final List<String> TABLES = List.of("""
            column_master_key (
              name varchar(64) NOT NULL PRIMARY KEY,
              provider varchar(128) NOT NULL,
              path varchar(4000) NOT NULL,
              enclave boolean NOT NULL,
              signature {bytes} NOT NULL)""", """
            column_encryption_key (
              name varchar(64) NOT NULL PRIMARY KEY,
              proof {bytes} NOT NULL)""", """
            column_encryption_key_value (
              key_name varchar(64) NOT NULL,
              master_key_name varchar(64) NOT NULL,
              encrypted_value {bytes} NOT NULL,
              PRIMARY KEY (key_name, master_key_name),
              FOREIGN KEY (key_name) REFERENCES {schema}.column_encryption_key (name),
              FOREIGN KEY (master_key_name) REFERENCES {schema}.column_master_key (name))""", """
            encrypted_column (
              table_schema varchar(64) NOT NULL,
              table_name varchar(64) NOT NULL,
              column_name varchar(64) NOT NULL,
              key_name varchar(64) NOT NULL,
              kind varchar(16) NOT NULL,
              base_type varchar(64) NOT NULL,
              plain_type varchar(256) NOT NULL,
              proof {bytes} NOT NULL,
              next_key_name varchar(64),
              next_proof {bytes},
              PRIMARY KEY (table_schema, table_name, column_name),
              FOREIGN KEY (key_name) REFERENCES {schema}.column_encryption_key (name),
              FOREIGN KEY (next_key_name) REFERENCES {schema}.column_encryption_key (name))""", """
            column_work (
              table_schema varchar(64) NOT NULL,
              table_name varchar(64) NOT NULL,
              column_name varchar(64) NOT NULL,
              work varchar(16) NOT NULL,
              step varchar(16) NOT NULL,
              key_name varchar(64) NOT NULL,
              kind varchar(16) NOT NULL,
              base_type varchar(64) NOT NULL,
              plain_type varchar(256) NOT NULL,
              last_row text,
              rows_seen bigint NOT NULL,
              rows_written bigint NOT NULL,
              PRIMARY KEY (table_schema, table_name, column_name))""");

    private KeyTableSchema() {}

    static List<String> statements(Session session, String schema) {
        Dialect dialect = session.dialect();
        String quoted = dialect.quoted(schema);
        List<String> all = new ArrayList<>();
        if (dialect == Dialect.POSTGRESQL) {
            all.add("CREATE SCHEMA IF NOT EXISTS " + quoted);
            if (!domainExists(session, schema)) {
                all.add(Guard.postgresqlDomain(schema));
            }
        } else {
            all.add("CREATE DATABASE IF NOT EXISTS " + quoted + " CHARACTER SET utf8mb4");
        }
        for (String table : TABLES) {
            all.add("CREATE TABLE IF NOT EXISTS " + quoted + "."
                    + table.replace("{schema}", quoted).replace("{bytes}", dialect.bytesType())
                    + dialect.tableOptions());
        }
        return all;
    }

    private static boolean domainExists(Session session, String schema) {
        return !session.query(
                        "SELECT 1 FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace"
                                + " WHERE n.nspname = ? AND t.typname = ?",
                        rows -> rows.getInt(1),
                        schema,
                        Guard.DOMAIN)
                .isEmpty();
    }

    static boolean exists(Session session, String schema) {
        return !session.query(
                        "SELECT 1 FROM information_schema.tables WHERE table_schema = ? AND table_name = ?",
                        rows -> Objects.requireNonNull(rows.getObject(1)),
                        schema,
                        "encrypted_column")
                .isEmpty();
    }
}
