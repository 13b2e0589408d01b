package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.show.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Whoever is called at night copies commands out of the runbooks: each must be one of ours, with options that it has. */
class RunbookCommandsTest {
    private static final Path RUNBOOKS = Path.of("..", "docs", "runbooks");
    private static final Pattern QUOTED = Pattern.compile("(?s)`(holdfast [^`]+|--[^`]+)`");
    private static final Pattern IN_BLOCK = Pattern.compile("(?m)^\\s*(holdfast .+)$");

    @Test
    void everyCommandInARunbookIsOneWithOptionsThatItHas() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<String> commands = commands();
        assertThat(commands).hasSizeGreaterThan(50);
        for (String command : commands) {
            List<String> words = List.of(command.split("\\s+"));
            Set<String> options = command.startsWith("--") ? ofAll() : ofCommand(words);
            if (options.isEmpty()
                    || !words.stream().filter(word -> word.startsWith("--")).allMatch(options::contains)) {
                wrong.add(command);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        try (Stream<Path> pages = Files.list(RUNBOOKS)) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                String text = Files.readString(page);
                Stream.of(QUOTED, IN_BLOCK)
                        .flatMap(pattern -> pattern.matcher(text).results())
                        .forEach(found -> commands.add(found.group(1)));
            }
        }
        return commands;
    }

    /** The options of the command that these words name; none when there is no such command. */
    private static Set<String> ofCommand(List<String> words) {
        CommandLine line = Main.line(Screen.standard());
        for (String word : words.subList(1, words.size())) {
            CommandLine below = line.getSubcommands().get(word);
            if (below == null) {
                break;
            }
            line = below;
        }
        boolean named = line.getSubcommands().isEmpty() || words.get(1).startsWith("--");
        return named ? options(line) : Set.of();
    }

    private static Set<String> ofAll() {
        Set<String> all = new HashSet<>();
        List<CommandLine> left = new ArrayList<>(List.of(Main.line(Screen.standard())));
        while (!left.isEmpty()) {
            CommandLine line = left.removeLast();
            all.addAll(options(line));
            left.addAll(line.getSubcommands().values());
        }
        return all;
    }

    private static Set<String> options(CommandLine line) {
        Set<String> names = new HashSet<>();
        for (OptionSpec option : line.getCommandSpec().options()) {
            names.addAll(List.of(option.names()));
        }
        return names;
    }
}
