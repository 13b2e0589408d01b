package io.holdfast.agent.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.AllowedTargets;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.io.HostPrograms;
import io.holdfast.catalog.CatalogFailure;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.SmallDisk;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureCode;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.ObjectName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** S3 and C3 of the catalogue of faults: whatever is refused, in seconds, has not touched the target. */
class RefusalTest {
    private final Scene scene = Scene.get();

    @Test
    void aDirectoryThatHoldsSomething() throws IOException {
        Path target = scene.target("holds-something");
        Files.createDirectory(target);
        Files.writeString(target.resolve("letter"), "dear reader");
        refused(scene.request(target, AfterRestore.LEAVE), scene.tools(), AgentFailure.DIRECTORY_NOT_EMPTY);
        refused(Scene.replacing(scene.request(target, AfterRestore.LEAVE)), scene.tools(), AgentFailure.NOT_A_CLUSTER);
    }

    @Test
    void aDirectoryThatIsALinkAFileOrWithoutParent() throws IOException {
        Path target = scene.target("link");
        Files.createDirectory(target.resolveSibling("real"));
        Files.createSymbolicLink(target, target.resolveSibling("real"));
        refused(scene.request(target, AfterRestore.LEAVE), scene.tools(), AgentFailure.DIRECTORY_UNFIT);
        refused(
                scene.request(target.resolveSibling("no/such/data"), AfterRestore.LEAVE),
                scene.tools(),
                AgentFailure.DIRECTORY_UNFIT);
        Path relative = Path.of("data");
        RestoreRequest request = scene.request(target, AfterRestore.LEAVE);
        refused(
                new RestoreRequest(
                        request.instance(),
                        request.set(),
                        relative.toString(),
                        request.tablespaces(),
                        OnNotEmpty.REFUSE,
                        AfterRestore.LEAVE),
                scene.tools(),
                AgentFailure.DIRECTORY_UNFIT);
    }

    @Test
    void aPlaceOutsideTheAgentsTargetsHoweverItIsWritten() throws IOException {
        Path allowed = Objects.requireNonNull(scene.target("allowed").getParent());
        Path outside = scene.target("outside");
        Files.createSymbolicLink(allowed.resolve("way-out"), Objects.requireNonNull(outside.getParent()));
        String oid = Long.toString(scene.body.tablespaces().getFirst().oid());
        Map<String, String> inside = Map.of(oid, allowed.resolve("fast").toString());
        RestoreTools bound = within(List.of(allowed));

        Failure failure = refused(placed(outside, inside), bound, AgentFailure.TARGET_NOT_ALLOWED);
        assertThat(failure.what()).contains(outside.toString()).contains("below " + allowed);
        refused(placed(allowed.resolve("../outside/data"), inside), bound, AgentFailure.TARGET_NOT_ALLOWED);
        refused(placed(allowed.resolve("way-out/data"), inside), bound, AgentFailure.TARGET_NOT_ALLOWED);
        Map<String, String> beside = Map.of(oid, outside.resolveSibling("fast").toString());
        refused(placed(allowed, beside), bound, AgentFailure.TARGET_NOT_ALLOWED);
        refused(placed(allowed.resolve("data"), beside), bound, AgentFailure.TARGET_NOT_ALLOWED);
        assertThat(Scene.run(bound)
                        .restore(placed(allowed.resolve("data"), inside))
                        .files())
                .isPositive();
    }

    @Test
    void anyPlaceWhenTheAgentHasNoTargets() {
        Failure failure = refused(
                scene.request(scene.target("nowhere"), AfterRestore.LEAVE),
                within(List.of()),
                AgentFailure.TARGET_NOT_ALLOWED);
        assertThat(failure.what()).contains("nowhere: its configuration names no targets");
    }

    @Test
    void aRunningServer() throws IOException {
        Path target = cluster("running");
        Files.writeString(
                target.resolve("postmaster.pid"), ProcessHandle.current().pid() + "\n/data\n");
        refused(Scene.replacing(scene.request(target, AfterRestore.LEAVE)), scene.tools(), AgentFailure.SERVER_RUNNING);
        refused(scene.request(target, AfterRestore.LEAVE), scene.tools(), AgentFailure.SERVER_RUNNING);
    }

    @Test
    void aDatabaseUnlessReplacingWasAskedFor() throws IOException {
        Path target = cluster("database");
        refused(scene.request(target, AfterRestore.LEAVE), scene.tools(), AgentFailure.DIRECTORY_NOT_EMPTY);
    }

    @Test
    void tablespacesWithoutAPlaceOfTheirOwn() {
        Path target = scene.target("spaces");
        String oid = Long.toString(scene.body.tablespaces().getFirst().oid());
        refused(placed(target, Map.of()), scene.tools(), AgentFailure.TABLESPACE_UNMAPPED);
        refused(
                placed(target, Map.of(oid, target.resolve("fast").toString())),
                scene.tools(),
                AgentFailure.TABLESPACE_UNFIT);
        refused(placed(target, Map.of(oid, "fast")), scene.tools(), AgentFailure.TABLESPACE_UNFIT);
        refused(
                placed(target, Map.of(oid, target.resolveSibling("a").toString(), "12", "/srv/b")),
                scene.tools(),
                AgentFailure.TABLESPACE_UNFIT);
    }

    @Test
    void aTablespacesPlaceThatHoldsSomethingEvenWhenReplacing() throws IOException {
        Path target = cluster("space-holds");
        Path place = Files.createDirectories(target.resolveSibling("fast"));
        Files.writeString(place.resolve("letter"), "dear reader");
        refused(
                Scene.replacing(scene.request(target, AfterRestore.LEAVE)),
                scene.tools(),
                AgentFailure.DIRECTORY_NOT_EMPTY);
    }

    @Test
    void aTablespacesPlaceWhereAnotherClusterOfTheSetsVersionHasItsDirectory() throws IOException {
        Path target = cluster("space-shared");
        Files.writeString(target.resolve("PG_VERSION"), "15\n");
        Path place = Files.createDirectories(target.resolveSibling("fast"));
        Files.createDirectory(target.resolve("pg_tblspc"));
        Files.createSymbolicLink(target.resolve("pg_tblspc/16400"), place);
        Files.createDirectory(place.resolve("PG_15_202209061"));
        Path others = Files.createDirectory(place.resolve("PG_18_202506291"));
        Files.writeString(others.resolve("1"), "of another cluster");
        Failure failure = refused(
                Scene.replacing(scene.request(target, AfterRestore.LEAVE)),
                scene.tools(),
                AgentFailure.DIRECTORY_NOT_EMPTY);
        assertThat(failure.what()).contains("PG_18_202506291");
    }

    /** S3: refused in seconds, the target untouched. */
    @Test
    void aSetWhoseStreamIsGone() {
        MapRepository damaged = scene.repository.copy();
        damaged.streams
                .keySet()
                .remove(scene.streams(Scene.SET).get(1).receipt().stream().text());
        Failure failure = refused(
                scene.request(scene.target("gone"), AfterRestore.LEAVE),
                scene.tools(damaged, scene.keys),
                AgentFailure.STREAM_MISSING);
        assertThat(failure.what()).contains("stripe 1").contains(Scene.SET.text());
    }

    /** S3: the last stripe holds the log from the set's start to its stop; without it there is a gap. Refused, the target untouched. */
    @Test
    void aSetWithAGapInItsLog() {
        MapRepository damaged = scene.repository.copy();
        StreamRef log = scene.streams(Scene.SET).getLast();
        damaged.streams.keySet().remove(log.receipt().stream().text());
        Failure failure = refused(
                scene.request(scene.target("gap"), AfterRestore.LEAVE),
                scene.tools(damaged, scene.keys),
                AgentFailure.STREAM_MISSING);
        assertThat(failure.what())
                .contains("stripe " + log.stripe())
                .contains(log.receipt().stream().text());
    }

    /** S3: refused in seconds, the target untouched. */
    @Test
    void aKeyThatDoesNotOpen() {
        Failure failure = refused(
                scene.request(scene.target("key"), AfterRestore.LEAVE),
                scene.tools(scene.repository, MemoryDataKeys.of(Clock.systemUTC(), BackedUp.VAULT)),
                AgentFailure.KEY_REFUSED);
        assertThat(failure.what()).contains("vault");
    }

    @Test
    void aManifestThatWasChangedOrIsSignedBySomebodyElse() {
        RestoreRequest request = scene.request(scene.target("manifest"), AfterRestore.LEAVE);
        MapRepository damaged = scene.repository.copy();
        damaged.objects.computeIfPresent(ObjectName.manifest(Scene.SET), (name, bytes) -> {
            byte[] changed = bytes.clone();
            int at = new String(bytes, java.nio.charset.StandardCharsets.UTF_8).indexOf("\"body\":\"") + 60;
            changed[at] = (byte) (changed[at] == '0' ? '1' : '0');
            return changed;
        });
        refused(request, scene.tools(damaged, scene.keys), KeysFailure.SIGNATURE_WRONG);
        RestoreTools strangers = scene.tools();
        RestoreTools others = new RestoreTools(
                new RepositorySets(
                        List.of(scene.repository.name()), strangers.repositories(), new PinnedKeys(List.of())),
                strangers.keys(),
                strangers.repositories(),
                strangers.programs(),
                strangers.owner(),
                strangers.targets(),
                strangers.postgresql(),
                strangers.boot(),
                strangers.metrics());
        refused(request, others, KeysFailure.SIGNER_NOT_PINNED);
    }

    @Test
    void aSetThatIsNotThere() {
        RestoreRequest request = scene.request(scene.target("unknown"), AfterRestore.LEAVE);
        refused(
                new RestoreRequest(
                        request.instance(),
                        Optional.of(SetId.parse("01JDXZ00000000000000000000-9")),
                        request.directory(),
                        request.tablespaces(),
                        OnNotEmpty.REFUSE,
                        AfterRestore.LEAVE),
                scene.tools(),
                AgentFailure.SET_UNKNOWN);
        assertThat(CatalogFailure.UNKNOWN_SET.code()).isNotEqualTo(AgentFailure.SET_UNKNOWN.code());
    }

    /** S3: refused in seconds, the target untouched. */
    @Test
    void programsOfAnotherVersionOrNone() throws IOException {
        RestoreRequest request = scene.request(scene.target("programs"), AfterRestore.START);
        Path bin = Files.createDirectory(scene.target("programs").resolveSibling("bin"));
        program(bin.resolve("pg_ctl"), "exit 0");
        program(bin.resolve("postgres"), "echo 'postgres (PostgreSQL) 15.3'");
        refused(request, with(new HostPrograms(List.of(bin))), AgentFailure.WRONG_VERSION);
        Files.delete(bin.resolve("postgres"));
        Failure missing = refused(request, with(new HostPrograms(List.of(bin))), AgentFailure.BINARIES_MISSING);
        assertThat(missing.what())
                .contains("postgres and pg_ctl", bin + " or /usr/lib/postgresql/", "postgresql.binaries");
    }

    /** S3: refused in seconds, the target untouched. */
    @Test
    void aDiskThatIsTooSmall() throws IOException, InterruptedException {
        try (SmallDisk disk = ServersForTests.smallDisk(scene.target("small").resolveSibling("disk"), "4m")) {
            Path target = disk.path().resolve("data");
            RestoreRequest request = scene.request(target, AfterRestore.LEAVE);
            Failure failure = refused(request, scene.tools(), AgentFailure.NOT_ENOUGH_SPACE);
            assertThat(failure.what()).contains("needs").contains("free");
        }
    }

    @Test
    void anInstanceBelowADirectoryThatItsUserMayNotPass() throws IOException {
        ServersForTests.requireRoot("giving files to another user");
        Path target = scene.target("closed");
        Files.setPosixFilePermissions(
                Objects.requireNonNull(target.getParent()), PosixFilePermissions.fromString("rwx------"));
        refused(scene.request(target, AfterRestore.START), scene.tools(), AgentFailure.USER_UNFIT);
    }

    private Path cluster(String name) throws IOException {
        Path target = scene.target(name);
        Files.createDirectories(target.resolve("global"));
        Files.writeString(target.resolve("PG_VERSION"), "18\n");
        Files.writeString(target.resolve("global/pg_control"), "control");
        return target;
    }

    private static void program(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private RestoreRequest placed(Path target, Map<String, String> places) {
        return new RestoreRequest(
                Scene.SHOP, Optional.of(Scene.SET), target.toString(), places, OnNotEmpty.REFUSE, AfterRestore.LEAVE);
    }

    private RestoreTools within(List<Path> targets) {
        RestoreTools tools = scene.tools();
        return new RestoreTools(
                tools.sets(),
                tools.keys(),
                tools.repositories(),
                tools.programs(),
                tools.owner(),
                AllowedTargets.below(targets),
                tools.postgresql(),
                tools.boot(),
                tools.metrics());
    }

    private RestoreTools with(HostPrograms programs) {
        RestoreTools tools = scene.tools();
        return new RestoreTools(
                tools.sets(),
                tools.keys(),
                tools.repositories(),
                programs,
                tools.owner(),
                tools.targets(),
                tools.postgresql(),
                tools.boot(),
                tools.metrics());
    }

    private static Failure refused(RestoreRequest request, RestoreTools tools, FailureCode code) {
        Path parent = Objects.requireNonNull(
                Path.of(request.directory()).toAbsolutePath().getParent());
        String before = request.directory().startsWith("/") ? Scene.picture(parent) : "";
        long start = System.nanoTime();
        Failure failure = Objects.requireNonNull(
                catchThrowableOfType(Failure.class, () -> Scene.run(tools).restore(request)));
        assertThat(failure.code()).as(failure.what()).isEqualTo(code);
        assertThat(failure.hint()).isNotBlank();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        if (!before.isEmpty()) {
            assertThat(Scene.picture(parent)).isEqualTo(before);
        }
        return failure;
    }
}
