package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.reference.ReferencePages;
import io.holdfast.cli.show.Screen;
import io.holdfast.protocol.failure.FailureCode;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/** A hint is read by whoever sent a job by topic and by whoever typed a command: it tells both what to change. */
class HintsTest {
    /** A job's field, and the option that stands for it. */
    private static final List<List<String>> FIELDS = List.of(
            List.of("onNotEmpty", "--replace"),
            List.of("allowLegacyCiphers", "--allow-legacy-ciphers"),
            List.of("access:", "--access"),
            List.of("after:", "--then"),
            List.of("tablespaces in the job", "--tablespace"));

    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");
    private static final Pattern COMMAND = Pattern.compile("holdfast ([a-z]+)(?: ([a-z]+))?");

    @TestFactory
    Stream<DynamicTest> aHintThatNamesAFieldOfAJobNamesTheOptionToo() {
        return codes().flatMap(code -> FIELDS.stream()
                .filter(field -> code.remedy().contains(field.getFirst()))
                .map(field -> DynamicTest.dynamicTest(
                        code.code() + " " + field.getFirst(),
                        () -> assertThat(code.remedy()).contains(field.getLast()))));
    }

    @Test
    void thereIsAHintForEachOfTheseFields() {
        assertThat(FIELDS)
                .allSatisfy(field ->
                        assertThat(codes().map(FailureCode::remedy)).anyMatch(hint -> hint.contains(field.getFirst())));
    }

    @Test
    void everyOptionThatAHintNamesIsOne() {
        Set<String> options = new HashSet<>();
        collect(Main.line(Screen.standard()), options);
        codes().forEach(code -> assertThat(
                        OPTION.matcher(code.remedy()).results().map(found -> found.group()))
                .as(code.code())
                .isSubsetOf(options));
    }

    @Test
    void everyCommandThatAHintNamesIsOne() {
        CommandLine root = Main.line(Screen.standard());
        codes().forEach(code -> COMMAND.matcher(code.remedy()).results().forEach(found -> {
            assertThat(root.getSubcommands())
                    .as("%s: %s", code.code(), found.group())
                    .containsKey(found.group(1));
            Set<String> below = Objects.requireNonNull(root.getSubcommands().get(found.group(1)))
                    .getSubcommands()
                    .keySet();
            if (!below.isEmpty() && found.group(2) != null) {
                assertThat(below).as("%s: %s", code.code(), found.group()).contains(found.group(2));
            }
        }));
    }

    private static Stream<? extends FailureCode> codes() {
        return ReferencePages.failures().values().stream().flatMap(Collection::stream);
    }

    private static void collect(CommandLine command, Set<String> options) {
        command.getCommandSpec().options().forEach(option -> options.addAll(List.of(option.names())));
        command.getSubcommands().values().forEach(below -> collect(below, options));
    }
}
