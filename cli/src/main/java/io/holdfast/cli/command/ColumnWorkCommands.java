package io.holdfast.cli.command;

import io.holdfast.cli.column.Leftovers;
import io.holdfast.cli.show.Screen;
import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.database.Session;
import io.holdfast.column.table.KeyTableContent;
import io.holdfast.column.table.KeyTables;
import io.holdfast.column.table.OpenedKeys;
import io.holdfast.column.value.ColumnType;
import io.holdfast.column.work.Abandonment;
import io.holdfast.column.work.ColumnWork;
import io.holdfast.column.work.Verification;
import io.holdfast.column.work.WorkKind;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.runtime.process.ExitCode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The commands that go through a whole column. */
final class ColumnWorkCommands {
    private static final String REACH =
            " --url jdbc:postgresql://db1/shop --user shop --password env:PGPASSWORD --keystore cmk.p12"
                    + " --keystore-password env:CMK";

    private ColumnWorkCommands() {}

    /** What they all need. */
    static final class Tools {
        @Mixin
        ColumnOptions.Database database;

        @Mixin
        ColumnOptions.MasterKey keystore;

        @Mixin
        ColumnOptions.Work work;

        @FunctionalInterface
        interface Job {
            int done(Session session, OpenedKeys keys, ColumnWork.Options options);
        }

        int run(Holdfast holdfast, Duration settle, Job job) {
            ColumnWork.Options options = work.options(holdfast.screen(), settle);
            return keystore.opened(
                    holdfast.env(),
                    store -> database.connected(holdfast.env(), session -> {
                        try (OpenedKeys keys = new OpenedKeys(store.masterKeys())) {
                            return job.done(session, keys, options);
                        }
                    }));
        }

        ColumnWork columnWork(Session session, OpenedKeys keys, ColumnWork.Options options) {
            return new ColumnWork(session, database.keySchema, keys, options);
        }

        /** Decrypts the whole column; a bad cell is {@link Corrupt}. */
        void verify(Screen screen, Session session, OpenedKeys keys, Named named) {
            Verification.Found found =
                    new Verification(session, database.keySchema, keys, named.options()).column(named.column());
            found.shown().forEach(screen::say);
            if (found.bad() > 0) {
                throw new Corrupt(
                        ColumnFailure.CELLS_DAMAGED,
                        "column " + named.column() + " has " + found.bad() + " cells that cannot be decrypted, and "
                                + found.cells() + " that can");
            }
            screen.result("Column " + named.column() + ": " + found.cells() + " cells, all decrypt.");
        }
    }

    /** A column, and how it is gone through. */
    record Named(ColumnName column, ColumnWork.Options options) {}

    @Command(
            name = "encrypt",
            description = "Encrypts a column of a table that is in use, or goes on with it; verifies it at the end.",
            footer = {
                "",
                "Examples:",
                "  holdfast column encrypt public.employees.lastname --key cek1 --type 'nvarchar(32)' --kind deterministic"
                        + REACH
            })
    static final class Encrypt implements Callable<Integer> {
        @ParentCommand
        ColumnCommand parent;

        @Parameters(paramLabel = "COLUMN", description = "As schema.table.column.")
        ColumnName column;

        @Option(names = "--key", required = true, paramLabel = "NAME", description = "Its column encryption key.")
        String key;

        @Option(
                names = "--type",
                required = true,
                paramLabel = "TYPE",
                description = "The type of its values, such as int, decimal(10,2), 'nvarchar(32)'.")
        ColumnType type;

        @Option(
                names = "--kind",
                required = true,
                paramLabel = "KIND",
                description = "deterministic: equal values are equal cells, which can be looked up; or randomized.")
        EncryptionKind kind;

        @Mixin
        Tools tools;

        @Override
        public Integer call() {
            Screen screen = parent.holdfast.screen();
            return tools.run(parent.holdfast, Duration.ZERO, (session, keys, options) -> {
                long values =
                        tools.columnWork(session, keys, options).encrypt(new EncryptedColumn(column, type, kind), key);
                screen.result("Column " + column + " is encrypted: " + values + " values.");
                tools.verify(screen, session, keys, new Named(column, options));
                screen.say("What still holds its plaintext:");
                Leftovers.of(session.dialect(), column).forEach(line -> screen.say("  - " + line));
                return ExitCode.OK.number();
            });
        }
    }

    @Command(
            name = "decrypt",
            description = "Turns an encrypted column back to plaintext of the type that it had, or goes on with it.",
            footer = {"", "Examples:", "  holdfast column decrypt public.employees.lastname" + REACH})
    static final class Decrypt implements Callable<Integer> {
        @ParentCommand
        ColumnCommand parent;

        @Parameters(paramLabel = "COLUMN", description = "As schema.table.column.")
        ColumnName column;

        @Mixin
        Tools tools;

        @Override
        public Integer call() {
            return tools.run(parent.holdfast, Duration.ZERO, (session, keys, options) -> {
                long values = tools.columnWork(session, keys, options).decrypt(column);
                parent.holdfast.screen().result("Column " + column + " is plaintext: " + values + " values.");
                return ExitCode.OK.number();
            });
        }
    }

    @Command(
            name = "abandon",
            description = {
                "Gives up an encryption or decryption that was interrupted; the column stays as it was.",
                "A rotation cannot be given up, only finished."
            },
            footer = {
                "",
                "Examples:",
                "  holdfast column abandon public.employees.salary --url jdbc:postgresql://db1/shop --user shop --password"
                        + " env:PGPASSWORD"
            })
    static final class Abandon implements Callable<Integer> {
        @ParentCommand
        ColumnCommand parent;

        @Parameters(paramLabel = "COLUMN", description = "As schema.table.column.")
        ColumnName column;

        @Mixin
        ColumnOptions.Database database;

        @Override
        public Integer call() {
            WorkKind given = database.connected(
                    parent.holdfast.env(), session -> new Abandonment(session, database.keySchema).abandon(column));
            parent.holdfast
                    .screen()
                    .result("The unfinished " + given.name().toLowerCase(Locale.ROOT) + " of column " + column
                            + " was given up; the column is as it was.");
            return ExitCode.OK.number();
        }
    }

    @Command(
            name = "rotate-cek",
            description =
                    "Puts a column's cells under another column encryption key while programs use it, or goes on with it.",
            footer = {"", "Examples:", "  holdfast column rotate-cek public.employees.lastname --key cek2" + REACH})
    static final class RotateCek implements Callable<Integer> {
        @ParentCommand
        ColumnCommand parent;

        @Parameters(paramLabel = "COLUMN", description = "As schema.table.column.")
        ColumnName column;

        @Option(names = "--key", required = true, paramLabel = "NAME", description = "The next column encryption key.")
        String key;

        @Option(
                names = "--settle",
                paramLabel = "SECONDS",
                defaultValue = "60",
                description = "How long programs are given to hear of the next key (default 60; they look every 30).")
        int settle;

        @Mixin
        Tools tools;

        @Override
        public Integer call() {
            Screen screen = parent.holdfast.screen();
            if (settle < 0) {
                throw Holdfast.usage("--settle is a number of seconds");
            }
            return tools.run(parent.holdfast, Duration.ofSeconds(settle), (session, keys, options) -> {
                screen.say("The next key is announced; cells are rewritten after " + settle + " s.");
                long values = tools.columnWork(session, keys, options).rotate(column, key);
                screen.result("Column " + column + " is under key " + key + ": " + values + " cells were rewritten.");
                tools.verify(screen, session, keys, new Named(column, options));
                return ExitCode.OK.number();
            });
        }
    }

    @Command(
            name = "verify",
            description = "Proves the key tables, opens every key, and decrypts every cell.",
            footer = {
                "",
                "Examples:",
                "  holdfast column verify" + REACH,
                "  holdfast column verify public.employees.lastname --rate 10000" + REACH
            })
    static final class Verify implements Callable<Integer> {
        @ParentCommand
        ColumnCommand parent;

        @Parameters(paramLabel = "COLUMN", arity = "0..*", description = "As schema.table.column; none for all.")
        List<ColumnName> columns = List.of();

        @Mixin
        Tools tools;

        @Override
        public Integer call() {
            Screen screen = parent.holdfast.screen();
            return tools.run(parent.holdfast, Duration.ZERO, (session, keys, options) -> {
                KeyTableContent content = new KeyTables(session, tools.database.keySchema).read();
                for (String key : content.keys().keySet()) {
                    screen.result("Key " + key + ": " + keys.check(content, key) + " of "
                            + content.key(key).values().size() + " values open, to one key.");
                }
                List<ColumnName> all = columns.isEmpty()
                        ? content.columns().keySet().stream()
                                .sorted((one, other) -> one.toString().compareTo(other.toString()))
                                .toList()
                        : columns;
                all.forEach(one -> tools.verify(screen, session, keys, new Named(one, options)));
                return ExitCode.OK.number();
            });
        }
    }
}
