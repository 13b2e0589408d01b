package io.holdfast.cli.command;

import io.holdfast.column.key.MasterKeys;
import io.holdfast.column.table.KeyTables;
import io.holdfast.runtime.process.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "column",
        description = "Encrypted columns of a PostgreSQL or MariaDB database.",
        subcommands = {
            ColumnCommand.Init.class,
            ColumnCommand.Key.class,
            ColumnWorkCommands.Encrypt.class,
            ColumnWorkCommands.Decrypt.class,
            ColumnWorkCommands.RotateCek.class,
            ColumnMasterCommand.class,
            ColumnWorkCommands.Abandon.class,
            ColumnWorkCommands.Verify.class,
            ColumnStatusCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  holdfast column status --url jdbc:postgresql://db1/shop --user shop --password env:PGPASSWORD"
        })
final class ColumnCommand implements Runnable {
    @ParentCommand
    Holdfast holdfast;

    @Override
    public void run() {
        throw Holdfast.usage(
                "which? holdfast column init, key create, encrypt, decrypt, rotate-cek, rotate-cmk, verify or status");
    }

    @Command(
            name = "init",
            description = "Makes the key tables, unless they are there, and enters a column master key.",
            footer = {
                "",
                "Examples:",
                "  holdfast column init --url jdbc:postgresql://db1/shop --user shop --password env:PGPASSWORD"
                        + " --keystore cmk.p12 --keystore-password env:CMK --alias cmk2026 --master-key cmk1"
            })
    static final class Init implements Callable<Integer> {
        @ParentCommand
        ColumnCommand column;

        @Mixin
        ColumnOptions.Database database;

        @Mixin
        ColumnOptions.MasterKey keystore;

        @Option(names = "--alias", required = true, paramLabel = "ALIAS", description = "The key's alias in the file.")
        String alias;

        @Option(
                names = "--master-key",
                required = true,
                paramLabel = "NAME",
                description = "The name that the key tables give it.")
        String name;

        @Override
        public Integer call() {
            var env = column.holdfast.env();
            return keystore.opened(
                    env,
                    store -> database.connected(env, session -> {
                        KeyTables tables = new KeyTables(session, database.keySchema);
                        tables.create();
                        tables.addMasterKey(name, MasterKeys.PKCS12, store.masterKey(alias));
                        column.holdfast
                                .screen()
                                .result("Column master key " + name + " is in the key tables of schema "
                                        + database.keySchema + ".");
                        return ExitCode.OK.number();
                    }));
        }
    }

    @Command(
            name = "key",
            description = "Column encryption keys.",
            subcommands = KeyCreate.class,
            footer = {
                "",
                "Examples:",
                "  holdfast column key create cek1 --url jdbc:postgresql://db1/shop --user shop --password env:PGPASSWORD"
                        + " --keystore cmk.p12 --keystore-password env:CMK --master-key cmk1"
            })
    static final class Key implements Runnable {
        @ParentCommand
        ColumnCommand column;

        @Override
        public void run() {
            throw Holdfast.usage("which? holdfast column key create");
        }
    }

    @Command(
            name = "create",
            description = "Makes a column encryption key, wrapped by a column master key.",
            footer = {
                "",
                "Examples:",
                "  holdfast column key create cek1 --url jdbc:postgresql://db1/shop --user shop --password env:PGPASSWORD"
                        + " --keystore cmk.p12 --keystore-password env:CMK --master-key cmk1"
            })
    static final class KeyCreate implements Callable<Integer> {
        @ParentCommand
        Key key;

        @Mixin
        ColumnOptions.Database database;

        @Mixin
        ColumnOptions.MasterKey keystore;

        @Parameters(paramLabel = "NAME", description = "The new key's name.")
        String name;

        @Option(
                names = "--master-key",
                required = true,
                paramLabel = "NAME",
                description = "The column master key's name in the key tables.")
        String master;

        @Override
        public Integer call() {
            var env = key.column.holdfast.env();
            return keystore.opened(
                    env,
                    store -> database.connected(env, session -> {
                        KeyTables tables = new KeyTables(session, database.keySchema);
                        String path = tables.read().masterKey(master).entry().path();
                        tables.addKey(name, master, store.masterKey(path));
                        key.column.holdfast.screen().result("Column encryption key " + name + " was made.");
                        return ExitCode.OK.number();
                    }));
        }
    }
}
