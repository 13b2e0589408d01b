package io.holdfast.cli.command;

import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.Screen;
import io.holdfast.column.table.ColumnRow;
import io.holdfast.column.table.KeyRow;
import io.holdfast.column.table.KeyTableContent;
import io.holdfast.column.table.KeyTables;
import io.holdfast.column.value.TypeNames;
import io.holdfast.column.work.Work;
import io.holdfast.column.work.WorkTable;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.runtime.process.ExitCode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "status",
        description =
                "Lists keys, encrypted columns and unfinished work. It has no key, so nothing is proven; verify does.",
        footer = {
            "",
            "Examples:",
            "  holdfast column status --url jdbc:postgresql://db1/shop --user shop --password env:PGPASSWORD",
            "  holdfast column status --json --url jdbc:mariadb://db2/shop --user shop --password file:/etc/shop/password"
        })
final class ColumnStatusCommand implements Callable<Integer> {
    private static final JsonCodec<Status> CODEC = JsonCodec.of(Status.class);

    /** All of it. */
    record Status(List<Key> keys, List<Column> columns, List<Unfinished> work) {}

    /** A column encryption key and the names of the master keys that wrap it. */
    record Key(String name, List<String> masterKeys) {}

    /** A column; {@code nextKey} is empty unless its key is being rotated. */
    record Column(String column, String key, String nextKey, String kind, String type) {}

    /** Work that goes on when it is asked for again. */
    record Unfinished(String column, String work, String step, String key, long seen, long written) {}

    @ParentCommand
    ColumnCommand parent;

    @Mixin
    ColumnOptions.Database database;

    @Mixin
    FormOptions output;

    @Override
    public Integer call() {
        Status status = database.connected(parent.holdfast.env(), session -> {
            KeyTableContent content = new KeyTables(session, database.keySchema).read();
            return new Status(
                    content.keys().values().stream()
                            .map(ColumnStatusCommand::key)
                            .toList(),
                    content.columns().values().stream()
                            .map(ColumnStatusCommand::column)
                            .sorted(Comparator.comparing(Column::column))
                            .toList(),
                    new WorkTable(session, database.keySchema)
                            .all().stream().map(ColumnStatusCommand::unfinished).toList());
        });
        show(parent.holdfast.screen(), status);
        return ExitCode.OK.number();
    }

    private static Key key(KeyRow row) {
        return new Key(row.name(), row.values().keySet().stream().sorted().toList());
    }

    private static Column column(ColumnRow row) {
        return new Column(
                row.name().toString(),
                row.key().name(),
                row.next().map(ColumnRow.Proven::name).orElse(""),
                row.column().kind().name().toLowerCase(Locale.ROOT),
                TypeNames.text(row.column().type()));
    }

    private static Unfinished unfinished(Work work) {
        return new Unfinished(
                work.name().toString(),
                work.kind().name().toLowerCase(Locale.ROOT),
                work.done().step().name().toLowerCase(Locale.ROOT),
                work.key(),
                work.done().seen(),
                work.done().written());
    }

    private void show(Screen screen, Status status) {
        if (output.form() == Form.JSON) {
            screen.result(CODEC.text(status));
            return;
        }
        screen.table(
                List.of("key", "master keys"),
                status.keys().stream()
                        .map(key -> List.of(key.name(), String.join(", ", key.masterKeys())))
                        .toList());
        screen.table(
                List.of("column", "key", "next key", "kind", "type"),
                status.columns().stream()
                        .map(one -> List.of(one.column(), one.key(), one.nextKey(), one.kind(), one.type()))
                        .toList());
        if (!status.work().isEmpty()) {
            screen.table(
                    List.of("unfinished", "column", "step", "key", "rows seen", "values written"),
                    status.work().stream()
                            .map(one -> List.of(
                                    one.work(),
                                    one.column(),
                                    one.step(),
                                    one.key(),
                                    Long.toString(one.seen()),
                                    Long.toString(one.written())))
                            .toList());
        }
    }
}
