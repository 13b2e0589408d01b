package io.holdfast.cli.command;

import io.holdfast.column.database.Session;
import io.holdfast.column.key.Pkcs12;
import io.holdfast.column.table.KeyRow;
import io.holdfast.column.table.KeyTableContent;
import io.holdfast.column.table.KeyTables;
import io.holdfast.column.table.OpenedKeys;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "rotate-cmk",
        description = {
            "Wraps every column encryption key of one column master key by another one too; cells and columns stay as they are.",
            "With --finish, once every program has the other one, takes the first one's values and entry away."
        },
        footer = {
            "",
            "Examples:",
            "  holdfast column rotate-cmk --from cmk1 --to cmk2 --url jdbc:postgresql://db1/shop --user shop"
                    + " --password env:PGPASSWORD --keystore cmk.p12 --keystore-password env:CMK",
            "  holdfast column rotate-cmk --from cmk1 --to cmk2 --finish --url jdbc:postgresql://db1/shop --user shop"
                    + " --password env:PGPASSWORD --keystore new.p12 --keystore-password env:NEW"
        })
final class ColumnMasterCommand implements Callable<Integer> {
    @ParentCommand
    ColumnCommand parent;

    @Mixin
    ColumnOptions.Database database;

    @Mixin
    ColumnOptions.MasterKey keystore;

    @Option(
            names = "--from",
            required = true,
            paramLabel = "NAME",
            description = "The old one's name in the key tables.")
    String from;

    @Option(names = "--to", required = true, paramLabel = "NAME", description = "The new one's name; init enters it.")
    String to;

    @Option(
            names = "--new-keystore",
            paramLabel = "FILE",
            description = "The PKCS#12 file of the new one, if it is another file.")
    @Nullable
    Path newKeystore;

    @Option(names = "--new-keystore-password", paramLabel = "REF", description = "Its password, by reference.")
    @Nullable
    SecretRef newPassword;

    @Option(names = "--finish", description = "Take the old one away.")
    boolean finish;

    @Override
    public Integer call() {
        if ((newKeystore == null) != (newPassword == null)) {
            throw Holdfast.usage("--new-keystore and --new-keystore-password go together");
        }
        var env = parent.holdfast.env();
        return keystore.opened(
                env,
                store -> database.connected(env, session -> {
                    if (finish) {
                        finish(session, store);
                    } else if (newKeystore == null || newPassword == null) {
                        rewrap(session, store, store);
                    } else {
                        try (SecretBytes secret = SecretResolver.of(env).resolve(newPassword)) {
                            rewrap(session, store, Pkcs12.open(newKeystore, secret));
                        }
                    }
                    return ExitCode.OK.number();
                }));
    }

    private void rewrap(Session session, Pkcs12 old, Pkcs12 newer) {
        KeyTables tables = new KeyTables(session, database.keySchema);
        KeyTableContent content = tables.read();
        var master = newer.masterKey(content.masterKey(to).entry().path());
        content.masterKey(from);
        int count = 0;
        try (OpenedKeys keys = new OpenedKeys(old.masterKeys())) {
            for (KeyRow row : content.keys().values()) {
                if (row.values().containsKey(from)) {
                    try (SecretBytes key = keys.copy(content, row.name())) {
                        tables.rewrap(key, row.name(), to, master);
                    }
                    count++;
                }
            }
        }
        parent.holdfast
                .screen()
                .result(count + " column encryption keys have a value under " + to
                        + ". Give it to every program, then: holdfast" + " column rotate-cmk --finish");
    }

    /** Every key is opened with what is left before anything is taken away. */
    private void finish(Session session, Pkcs12 newer) {
        KeyTables tables = new KeyTables(session, database.keySchema);
        KeyTableContent content = tables.read();
        content.masterKey(to);
        try (OpenedKeys keys = new OpenedKeys(
                (provider, path) -> path.equals(content.masterKey(to).entry().path())
                        ? newer.masterKeys().find(provider, path)
                        : Optional.empty())) {
            for (KeyRow row : content.keys().values()) {
                if (row.values().containsKey(from)) {
                    keys.cells(content, row.name());
                }
            }
        }
        tables.dropMasterKey(from);
        parent.holdfast.screen().result("Column master key " + from + " is no longer in the key tables.");
    }
}
