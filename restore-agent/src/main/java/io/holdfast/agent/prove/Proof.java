package io.holdfast.agent.prove;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileOwner;
import io.holdfast.agent.StandingCluster;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.plan.ServerFacts;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shows that a restored instance is whole; each check returns its outcome in words, and one that fails throws proof-failed. What
 * PostgreSQL's installation does not bring is said, not passed over.
 */
public final class Proof {
    private final Tool tool;
    private final Path directory;

    /**
     * Of one restored directory.
     *
     * @param programs where PostgreSQL's programs lie
     * @param owner whom root runs them as; empty: this process's own user
     */
    public Proof(Path programs, Optional<FileOwner> owner, Path directory) {
        this.tool = new Tool(programs, owner, directory);
        this.directory = directory;
    }

    /** Before the start: every file against {@code backup_manifest}. */
    public String files() {
        if (tool.brings("pg_verifybackup")) {
            List<String> arguments = new ArrayList<>(List.of("--exit-on-error", "--ignore=holdfast-restore.log"));
            new StandingCluster(directory).foreign().forEach(path -> arguments.add("--ignore=" + path));
            if (!tool.brings("pg_waldump")) {
                arguments.add("--no-parse-wal");
            }
            arguments.add(directory.toString());
            return "pg_verifybackup: " + passed("pg_verifybackup", arguments).shown();
        }
        return "files read back: all " + new ReadBack(directory).check()
                + " have the size and checksum of backup_manifest (pg_verifybackup is not installed)";
    }

    /** While it runs: every database lets itself be connected to and its catalogue be read. */
    public String databases(PrivateDoor door) {
        List<String> names = names(door);
        long tables = 0;
        for (String name : names) {
            try (Connection connection = door.connect(name);
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT count(*), pg_is_in_recovery() FROM pg_class WHERE relkind IN ('r', 'm')")) {
                rows.next();
                tables += rows.getLong(1);
                if (rows.getBoolean(2)) {
                    throw failed("database " + name + " is still in recovery");
                }
            } catch (SQLException e) {
                throw failed("database " + name + " cannot be read: " + e.getMessage());
            }
        }
        return "databases: " + names.size() + " answer (" + String.join(", ", names) + "), with " + tables + " tables";
    }

    private static List<String> names(PrivateDoor door) {
        return ask(door, "SELECT datname FROM pg_database WHERE datallowconn ORDER BY 1");
    }

    private static List<String> ask(PrivateDoor door, String sql) {
        List<String> answers = new ArrayList<>();
        try (Connection connection = door.connect("template1");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                answers.add(rows.getString(1));
            }
            return answers;
        } catch (SQLException e) {
            throw new Permanent(
                    AgentFailure.PROOF_FAILED,
                    "the restored instance does not answer: " + e.getMessage(),
                    "If its superuser has another name, set postgresql.superuser; else look into its log.",
                    e);
        }
    }

    /** While it runs: pg_amcheck over every database; the extension it needs is taken out again where it was not. */
    public String amcheck(PrivateDoor door) {
        if (!tool.brings("pg_amcheck")) {
            return "pg_amcheck: not run, it is not installed";
        }
        List<String> without =
                names(door).stream().filter(name -> !hasAmcheck(door, name)).toList();
        try {
            List<String> arguments = new ArrayList<>(door.arguments());
            arguments.addAll(List.of("--all", "--install-missing", "--heapallindexed"));
            String said = passed("pg_amcheck", arguments).shown();
            return "pg_amcheck: no corruption found" + (said.isEmpty() ? "" : " (" + said + ")");
        } finally {
            without.forEach(name -> drop(door, name));
        }
    }

    private static boolean hasAmcheck(PrivateDoor door, String database) {
        try (Connection connection = door.connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'")) {
            return rows.next();
        } catch (SQLException e) {
            throw failed("database " + database + " cannot be read: " + e.getMessage());
        }
    }

    private static void drop(PrivateDoor door, String database) {
        try (Connection connection = door.connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP EXTENSION IF EXISTS amcheck");
        } catch (SQLException e) {
            throw failed("the extension amcheck could not be taken out of database " + database + " again: "
                    + e.getMessage());
        }
    }

    /** After it was stopped: the checksum of every page. */
    public String pages(ServerFacts server) {
        if (!server.pageChecksums()) {
            return "pg_checksums: not run, the instance has no page checksums";
        }
        if (!tool.brings("pg_checksums")) {
            return "pg_checksums: not run, it is not installed";
        }
        return "pg_checksums: "
                + passed("pg_checksums", List.of("--check", "--pgdata=" + directory))
                        .shown();
    }

    private Tool.Outcome passed(String name, List<String> arguments) {
        Tool.Outcome outcome = tool.run(name, arguments);
        if (outcome.code() != 0) {
            throw failed(name + " ended with " + outcome.code() + ": " + outcome.shown());
        }
        return outcome;
    }

    private static Corrupt failed(String message) {
        return new Corrupt(AgentFailure.PROOF_FAILED, message);
    }
}
