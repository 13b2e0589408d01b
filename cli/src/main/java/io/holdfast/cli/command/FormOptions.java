package io.holdfast.cli.command;

import io.holdfast.cli.show.Form;
import picocli.CommandLine.Option;

/** The option of every command that prints a table. */
final class FormOptions {
    @Option(names = "--json", description = "Print JSON instead of tables.")
    boolean json;

    Form form() {
        return json ? Form.JSON : Form.TABLES;
    }
}
