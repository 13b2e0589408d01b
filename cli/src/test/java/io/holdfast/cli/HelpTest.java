package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.show.Screen;
import io.holdfast.runtime.process.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
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

    /** Nothing is executed: an example whose words the command does not take is a lie in its help. */
    @TestFactory
    Stream<DynamicTest> everyExampleIsACommandLineThatTheCommandTakes() {
        List<List<String>> all = new ArrayList<>();
        collect(Main.line(Screen.standard()), List.of(), all);
        return all.stream()
                .flatMap(words -> examples(named(Main.line(Screen.standard()), words)).stream())
                .distinct()
                .map(example -> DynamicTest.dynamicTest(example, () -> {
                    List<String> words = words(example);
                    assertThat(words.getFirst()).isEqualTo("holdfast");
                    CommandLine.ParseResult parsed = Main.line(Screen.standard())
                            .parseArgs(words.subList(1, words.size()).toArray(String[]::new));
                    assertThat(parsed.unmatched()).isEmpty();
                    assertThat(parsed.hasSubcommand()).isTrue();
                }));
    }

    private static List<String> examples(CommandLine command) {
        List<String> footer = List.of(command.getCommandSpec().usageMessage().footer());
        return footer.subList(footer.indexOf("Examples:") + 1, footer.size()).stream()
                .map(String::strip)
                .toList();
    }

    /** As a shell would cut it. */
    private static List<String> words(String line) {
        return Pattern.compile("'([^']*)'|(\\S+)")
                .matcher(line)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toList();
    }

    private static CommandLine named(CommandLine line, List<String> words) {
        CommandLine named = line;
        for (String word : words) {
            named = Objects.requireNonNull(named.getSubcommands().get(word));
        }
        return named;
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
        assertThat(named(line, words).getCommandSpec().usageMessage().description())
                .isNotEmpty();
    }
}
