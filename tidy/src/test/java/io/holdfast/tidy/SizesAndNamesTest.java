package io.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The tails of sizes, and the names that say nothing. */
class SizesAndNamesTest {
    private static final int LINES_OF_A_FILE = 400;
    private static final int LINES_OF_A_METHOD = 50;
    private static final int PARAMETERS = 4;
    /** A key manager and a trust manager are what Java calls the two parts of TLS; any other manager manages nothing. */
    private static final Pattern EMPTY_NAME = Pattern.compile(
            "(?:.*(?:Util|Utils|Helper|Helpers|(?<!Key|Trust)Manager|Impl))|(?:(?:Abstract|Base|Common|Core)[A-Z].*)");

    @Test
    void noFileIsLongerThanFourHundredLines() throws IOException {
        List<String> long_ = new ArrayList<>();
        for (Path file : Sources.java("src/main/java")) {
            long lines;
            try (var all = Files.lines(file)) {
                lines = all.count();
            }
            if (lines > LINES_OF_A_FILE) {
                long_.add(file + ": " + lines + " lines");
            }
        }
        assertThat(long_).isEmpty();
    }

    @Test
    void methodsAreShortTakeFewParametersAndNoBooleans() throws IOException {
        assertThat(new Findings().of(Sources.java("src/main/java"))).isEmpty();
    }

    @Test
    void aBreachIsFound() throws IOException {
        Path folder = Files.createTempDirectory("tidy");
        Path file = folder.resolve("BaseThing.java");
        String body = "        x++;\n".repeat(LINES_OF_A_METHOD);
        Files.writeString(
                file,
                "class BaseThing { int x;\n void m(boolean b) {\n" + body
                        + " }\n void n(int a, int b, int c, int d, int e) {} }",
                StandardCharsets.UTF_8);
        assertThat(new Findings().of(List.of(file))).hasSize(4);
        Files.delete(file);
        Files.delete(folder);
    }

    @Test
    void theProjectSpeaksOfItselfAlone() throws IOException {
        Pattern machine = Pattern.compile("(?<![\\w./])/(?:work|farm|root)/|bash_jobs");
        List<String> found = new ArrayList<>();
        for (String part : List.of("src/main/java", "src/test/java")) {
            for (Path file : Sources.java(part)) {
                if (!file.endsWith("SizesAndNamesTest.java")
                        && machine.matcher(Files.readString(file)).find()) {
                    found.add(file.toString());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /** Walks the syntax trees and says what breaks a rule. */
    private static final class Findings extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final List<String> findings = new ArrayList<>();
        private @Nullable CompilationUnitTree unit;
        private @Nullable SourcePositions positions;

        List<String> of(List<Path> files) throws IOException {
            JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
            try (StandardJavaFileManager manager =
                    compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
                JavacTask task = (JavacTask) compiler.getTask(
                        null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
                positions = Trees.instance(task).getSourcePositions();
                for (CompilationUnitTree parsed : task.parse()) {
                    unit = parsed;
                    scan(parsed, null);
                }
            }
            return findings;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
            String name = type.getSimpleName().toString();
            if (EMPTY_NAME.matcher(name).matches()) {
                say(name + " has a name that says nothing");
            }
            return super.visitClass(type, null);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
            String name = method.getName().toString();
            boolean constructor = name.equals("<init>");
            long lines = lineOf(method, End.LAST) - lineOf(method, End.FIRST) + 1;
            if (lines > LINES_OF_A_METHOD) {
                say(name + " has " + lines + " lines");
            }
            // A record's own maker takes what its constructor takes.
            boolean maker = constructor || name.equals("of");
            if (!maker && !overrides(method)) {
                if (method.getParameters().size() > PARAMETERS) {
                    say(name + " takes " + method.getParameters().size() + " parameters");
                }
                for (VariableTree parameter : method.getParameters()) {
                    if ("boolean".equals(String.valueOf(parameter.getType()))) {
                        say(name + " takes the boolean " + parameter.getName());
                    }
                }
            }
            return super.visitMethod(method, null);
        }

        private static boolean overrides(MethodTree method) {
            for (AnnotationTree annotation : method.getModifiers().getAnnotations()) {
                if (annotation.getAnnotationType().toString().equals("Override")) {
                    return true;
                }
            }
            return false;
        }

        private enum End {
            FIRST,
            LAST
        }

        private long lineOf(MethodTree method, End end) {
            CompilationUnitTree file = Objects.requireNonNull(unit);
            SourcePositions where = Objects.requireNonNull(positions);
            LineMap lines = file.getLineMap();
            long position =
                    end == End.FIRST ? where.getStartPosition(file, method) : where.getEndPosition(file, method);
            return position < 0 ? 0 : lines.getLineNumber(position);
        }

        private void say(String finding) {
            findings.add(Objects.requireNonNull(unit).getSourceFile().getName() + ": " + finding);
        }
    }
}
