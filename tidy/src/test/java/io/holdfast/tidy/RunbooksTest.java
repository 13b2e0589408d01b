package io.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.holdfast.cli.reference.ReferencePages;
import io.holdfast.cli.reference.RunbookIndex;
import io.holdfast.protocol.failure.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever has an error code finds one place in the runbooks, and the runbooks name nothing that does not exist. */
class RunbooksTest {
    private static final Path DOCS = Sources.root().resolve("docs");
    private static final Path RUNBOOKS = DOCS.resolve("runbooks");

    @Test
    void everyErrorCodeHasItsPlaceInOneSectionOfOnePage() throws IOException {
        List<String> placed = RunbookIndex.of(RUNBOOKS).places().stream()
                .map(RunbookIndex.Place::code)
                .toList();
        assertThat(placed).doesNotHaveDuplicates();
        assertThat(placed).containsExactlyInAnyOrderElementsOf(codes());
    }

    @Test
    void theTableOfCodesIsThatOfThePages() throws IOException {
        assertThat(Files.readString(RUNBOOKS.resolve(RunbookIndex.FILE)))
                .as("made anew by io.holdfast.cli.reference.ReferencePages docs")
                .isEqualTo(RunbookIndex.of(RUNBOOKS).page());
    }

    @Test
    void runbooksNameOnlyCodesSettingsAndMetricsThatExist() throws IOException {
        Set<String> codes = codes();
        Set<String> owners = codes.stream()
                .map(code -> code.substring(0, code.indexOf('.')))
                .collect(Collectors.toCollection(TreeSet::new));
        Pattern dotted = Pattern.compile("`((?:" + String.join("|", owners) + ")\\.[A-Za-z0-9-]+)`");
        Pattern metric = Pattern.compile("\\b(holdfast_[a-z_]+)\\b");
        String settings = Files.readString(DOCS.resolve("configuration.md"));
        String metrics = Files.readString(DOCS.resolve("metrics.md"));
        List<String> unknown = new ArrayList<>();
        for (Path page : pages()) {
            String text = Files.readString(page);
            found(dotted, text)
                    .filter(name -> !codes.contains(name) && !settings.contains("`" + name + "`"))
                    .forEach(name -> unknown.add(page.getFileName() + ": " + name));
            found(metric, text)
                    .filter(name -> !metrics.contains("`" + name + "`"))
                    .forEach(name -> unknown.add(page.getFileName() + ": " + name));
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void linksFromRunbooksToSectionsLeadToHeadings() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path page : pages()) {
            Matcher links = Pattern.compile("]\\(([^)#:]*)#([^)]*)\\)").matcher(Files.readString(page));
            while (links.find()) {
                Path target = links.group(1).isEmpty()
                        ? page
                        : page.resolveSibling(links.group(1)).normalize();
                if (!anchors(target).contains(links.group(2))) {
                    dead.add(page.getFileName() + ": " + links.group());
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    void everyErrorCodeIsReportedSomewhere() {
        JavaClasses all = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.holdfast");
        List<String> unused = all.stream()
                .filter(type -> type.isEnum() && type.isAssignableTo(FailureCode.class))
                .flatMap(type -> type.getFields().stream().filter(field -> isUnused(type, field)))
                .map(JavaField::getFullName)
                .sorted()
                .toList();
        assertThat(unused).isEmpty();
    }

    /** An enum itself names its constants where it makes them. */
    private static boolean isUnused(JavaClass type, JavaField field) {
        return field.getModifiers().contains(JavaModifier.ENUM)
                && field.getAccessesToSelf().stream()
                        .map(JavaAccess::getOrigin)
                        .allMatch(origin -> origin.getOwner().equals(type)
                                && (origin.getName().equals("<clinit>")
                                        || origin.getName().equals("$values")));
    }

    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new TreeSet<>();
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith("#")) {
                anchors.add(RunbookIndex.anchor(line.replaceFirst("^#+ ", "")));
            }
        }
        return anchors;
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(result -> result.group(1));
    }

    private static Set<String> codes() {
        return ReferencePages.failures().values().stream()
                .flatMap(Collection::stream)
                .map(FailureCode::code)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(RUNBOOKS)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
