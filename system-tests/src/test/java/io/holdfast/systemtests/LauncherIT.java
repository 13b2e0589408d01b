package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code ./holdfast}: as it stands in this project, and a copy of it in a project whose Java and Maven only say how they
 * were called.
 */
class LauncherIT {
    private static final int MISSING = 3;
    private static final List<String> TOOLS =
            List.of("bash", "sh", "env", "readlink", "dirname", "sed", "find", "tail", "mkdir", "touch", "mv");

    @TempDir
    private Path folder;

    private Path project;
    private Path tools;
    private Path jdk;

    private record Outcome(int exit, String said) {}

    @BeforeEach
    void makeAProject() throws IOException {
        project = Files.createDirectories(folder.resolve("project"));
        Path source = Files.createDirectories(project.resolve("cli/src/main")).resolve("Main.java");
        Files.writeString(source, "class Main {}");
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        Files.writeString(project.resolve("cli/pom.xml"), "<project/>");
        copy("holdfast");
        copy("deploy/find-jdk.sh");
        copy(".ci/run");
        tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Path real = Path.of("/usr/bin", tool);
            Files.createSymbolicLink(tools.resolve(tool), Files.exists(real) ? real : Path.of("/bin", tool));
        }
        program(tools.resolve("mvn"), "echo \"built with $JAVA_HOME: $*\" >>" + folder + "/builds");
        jdk = jdk("jdk-25", "25.0.1");
    }

    @Test
    void theRealOneSaysItsVersionAndItsHelp() throws Exception {
        Path real = root().resolve("holdfast");
        Map<String, String> environment = Map.of("HOLDFAST_NO_BUILD", "true");
        Outcome version = run(real, environment, "--version");
        assertThat(version.exit()).as(version.said()).isZero();
        assertThat(version.said()).startsWith("holdfast ").containsPattern("Java (2[5-9]|[3-9]\\d)");
        Outcome help = run(real, environment, "--help");
        assertThat(help.exit()).as(help.said()).isZero();
        assertThat(help.said()).contains("Usage: holdfast").contains("backup").contains("restore");
        assertThat(run(real, environment, "nonsense").exit()).isEqualTo(2);
    }

    @Test
    void itBuildsOnceAndAgainWhenASourceIsNewer() throws Exception {
        Outcome first = launch("backup", "main", "--label", "two words");
        assertThat(first.exit()).as(first.said()).isZero();
        assertThat(first.said())
                .contains("building")
                .contains("cli/target/lib/* io.holdfast.cli.Main [backup] [main] [--label] [two words]");
        assertThat(builds())
                .singleElement()
                .asString()
                .contains("built with " + jdk)
                .contains("-pl cli -am package");

        assertThat(launch("sets").said()).doesNotContain("building");
        assertThat(builds()).hasSize(1);

        Path source = project.resolve("cli/src/main/Main.java");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));
        assertThat(launch("sets").said()).contains("building");
        assertThat(builds()).hasSize(2);
    }

    @Test
    void itIsCalledThroughALinkToo() throws Exception {
        Path link = Files.createSymbolicLink(tools.resolve("holdfast"), project.resolve("holdfast"));
        Outcome linked = run(link, lonely(), "sets");
        assertThat(linked.exit()).as(linked.said()).isZero();
        assertThat(linked.said()).contains("-Dholdfast.home=" + project);
    }

    @Test
    void aBuildThatFailsIsShownAndNothingRuns() throws Exception {
        program(tools.resolve("mvn"), "echo 'a semicolon is missing'; exit 1");
        Outcome failed = launch("sets");
        assertThat(failed.exit()).isEqualTo(MISSING);
        assertThat(failed.said())
                .contains("a semicolon is missing")
                .contains("the build failed")
                .doesNotContain("[sets]");
        assertThat(launch("sets").said()).as("it is tried again").contains("the build failed");
    }

    @Test
    void withoutMavenOneSentenceSaysSo() throws Exception {
        Files.delete(tools.resolve("mvn"));
        Outcome refused = launch("sets");
        assertThat(refused.exit()).isEqualTo(MISSING);
        assertThat(refused.said().lines())
                .singleElement()
                .asString()
                .contains("Maven")
                .contains("install");
    }

    @Test
    void withoutAJdkThatIsNewEnoughOneSentenceSaysSo() throws Exception {
        Path old = jdk("jdk-17", "17.0.9");
        for (Path script : List.of(project.resolve("holdfast"), project.resolve(".ci/run"))) {
            Map<String, String> environment = lonely();
            environment.put("JAVA_HOME", old.toString());
            environment.put("HOLDFAST_JDK_FOLDERS", folder.resolve("nowhere").toString());
            Outcome refused = run(script, environment, "sets");
            assertThat(refused.exit()).as("%s: %s", script, refused.said()).isEqualTo(MISSING);
            assertThat(refused.said().lines())
                    .singleElement()
                    .asString()
                    .contains("no JDK 25 or newer was found")
                    .contains("set JAVA_HOME");
        }
        assertThat(folder.resolve("builds")).doesNotExist();
    }

    @Test
    void aJdkIsFoundInJavaHomeOnThePathAndInTheUsualFolders() throws Exception {
        Map<String, String> usual = lonely();
        usual.put("HOLDFAST_JDK_FOLDERS", folder + ":" + folder.resolve("nowhere"));
        assertThat(run(project.resolve("holdfast"), usual, "sets").said()).contains("[sets]");
        Map<String, String> home = lonely();
        home.put("JAVA_HOME", jdk.toString());
        home.put("HOLDFAST_JDK_FOLDERS", folder.resolve("nowhere").toString());
        assertThat(run(project.resolve("holdfast"), home, "sets").said()).contains("[sets]");
        Map<String, String> path = lonely();
        path.put("PATH", tools + ":" + jdk.resolve("bin"));
        path.put("HOLDFAST_JDK_FOLDERS", folder.resolve("nowhere").toString());
        assertThat(run(project.resolve("holdfast"), path, "sets").said()).contains("[sets]");
    }

    private Outcome launch(String... arguments) throws Exception {
        return run(project.resolve("holdfast"), lonely(), arguments);
    }

    /** An environment in which nothing is found but what this test made. */
    private Map<String, String> lonely() {
        return new TreeMap<>(Map.of("PATH", tools.toString(), "HOLDFAST_JDK_FOLDERS", jdk.toString()));
    }

    private Outcome run(Path script, Map<String, String> environment, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of("/usr/bin/env", "bash", script.toString()));
        line.addAll(List.of(arguments));
        Path said = Files.createTempFile(folder, "said", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(said.toFile());
        if (environment.containsKey("PATH")) {
            builder.environment().clear();
        }
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("it ends").isTrue();
        return new Outcome(process.exitValue(), Files.readString(said));
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(folder.resolve("builds"));
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        program(
                home.resolve("bin/java"),
                "while [ \"$1\" != io.holdfast.cli.Main ]; do printf '%s ' \"$1\"; shift; done; printf '%s' \"$1\"; shift;"
                        + " printf ' [%s]' \"$@\"; echo");
        program(home.resolve("bin/javac"), "exit 1");
        return home;
    }

    private static void program(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void copy(String name) throws IOException {
        Path target = project.resolve(name);
        Files.createDirectories(target.resolve("..").normalize());
        Files.copy(root().resolve(name), target);
    }

    /** The project's folder, seen from the module's or from itself. */
    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("holdfast"))
                ? here
                : here.resolve("..").normalize();
    }
}
