package io.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.holdfast.cli.reference.ReferencePages;
import io.holdfast.protocol.failure.FailureCode;
import io.holdfast.runtime.metrics.MetricName;
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

/** Pages that are made from code are those of today's code, and links lead somewhere. */
class DocumentsTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.holdfast");

    @Test
    void referencePagesAreThoseOfTodaysCode() throws IOException {
        for (var page : ReferencePages.pages().entrySet()) {
            Path file = Sources.root().resolve("docs").resolve(page.getKey());
            assertThat(Files.readString(file))
                    .as(
                            "docs/%s; make it anew: java -cp 'cli/target/lib/*' io.holdfast.cli.reference.ReferencePages docs",
                            page.getKey())
                    .isEqualTo(page.getValue());
        }
    }

    @Test
    void everyErrorCodeOfEveryModuleIsDocumented() {
        Set<String> documented = ReferencePages.failures().values().stream()
                .flatMap(Collection::stream)
                .map(code -> code.getClass().getName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented).containsAll(enumsOf(FailureCode.class));
    }

    @Test
    void everyMetricOfEveryModuleIsDocumented() {
        Set<String> documented = ReferencePages.metricNames().values().stream()
                .flatMap(Collection::stream)
                .map(metric -> metric.getClass().getName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented).containsAll(enumsOf(MetricName.class));
    }

    private static Set<String> enumsOf(Class<?> port) {
        return ALL.stream()
                .filter(type -> type.isEnum() && type.isAssignableTo(port))
                .map(type -> type.getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void errorCodesAreUniqueAndSayWhatToDo() {
        List<? extends FailureCode> all = ReferencePages.failures().values().stream()
                .flatMap(Collection::stream)
                .toList();
        assertThat(all.stream().map(FailureCode::code)).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(code -> {
            assertThat(code.code()).matches("[a-z-]+\\.[a-z0-9-]+");
            assertThat(code.meaning()).isNotBlank();
            assertThat(code.remedy()).isNotBlank();
        });
    }

    @Test
    void linksInDocumentsLeadToFiles() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path page : pages()) {
            Matcher links = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)").matcher(Files.readString(page));
            while (links.find()) {
                Path target = page.resolveSibling(links.group(1)).normalize();
                if (!Files.exists(target)) {
                    dead.add(page + ": " + links.group(1));
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Sources.root().resolve("README.md")));
        try (Stream<Path> docs = Files.walk(Sources.root().resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }
}
