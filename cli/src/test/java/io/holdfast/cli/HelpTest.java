package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.show.Screen;
import io.holdfast.runtime.process.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/** Every command explains itself. */
class HelpTest {
    @TestFactory
    Stream<DynamicTest> everyCommandSaysWhatItIsForAndShowsExamples() {
        List<List<String>> all = new ArrayList<>();
        collect(Main.line(Screen.standard()), List.of(), all);
        return all.stream()
                .map(words -> DynamicTest.dynamicTest(
                        "holdfast " + String.join(" ", words) + " --help", () -> explainsItself(words)));
    }

    @Test
    void theCommandsOfGroupsAreFoundToo() {
        List<List<String>> all = new ArrayList<>();
        collect(Main.line(Screen.standard()), List.of(), all);
        assertThat(all).contains(List.of(), List.of("backup"), List.of("bench", "peers"), List.of("keys", "rotate"));
    }

    private static void collect(CommandLine command, List<String> words, List<List<String>> all) {
        all.add(words);
        command.getSubcommands().forEach((name, below) -> {
            List<String> longer = new ArrayList<>(words);
            longer.add(name);
            collect(below, List.copyOf(longer), all);
        });
    }

    private static void explainsItself(List<String> words) {
        StringWriter said = new StringWriter();
        CommandLine line = Main.line(Screen.standard()).setOut(new PrintWriter(said, true));
        List<String> arguments = new ArrayList<>(words);
        arguments.add("--help");

        assertThat(line.execute(arguments.toArray(new String[0]))).isEqualTo(ExitCode.OK.number());

        String command = ("holdfast " + String.join(" ", words)).strip();
        assertThat(said.toString()).contains("Usage: " + command, "--help", "Examples:\n  " + command);
        CommandLine named = line;
        for (String word : words) {
            named = Objects.requireNonNull(named.getSubcommands().get(word));
        }
        assertThat(named.getCommandSpec().usageMessage().description()).isNotEmpty();
    }
}
