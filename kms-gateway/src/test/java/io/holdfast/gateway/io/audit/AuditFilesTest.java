package io.holdfast.gateway.io.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.gateway.audit.AuditChain;
import io.holdfast.gateway.audit.AuditEntry;
import io.holdfast.gateway.audit.AuditFound;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of ten lines in files of three or four. */
final class AuditFilesTest {
    private static final int LINES = 10;
    private static final long LARGEST = 700;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("audit.jsonl");
        write(LINES);
    }

    private void write(int lines) {
        try (AuditFile log = AuditFile.open(file, LARGEST)) {
            for (int line = 0; line < lines; line++) {
                log.append(new AuditEntry(
                        "2026-12-01T12:00:00Z",
                        "worker/w1",
                        "1f",
                        "make",
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        "granted",
                        null));
            }
        }
    }

    private List<Path> files() throws IOException {
        List<Path> all = new ArrayList<>(AuditLines.earlier(file));
        all.add(file);
        return all;
    }

    private AuditFound check() {
        return AuditCheck.check(file, Optional.empty());
    }

    @Test
    void aLargeLogGoesOnInANewFileAndTheChainWithIt() throws IOException {
        assertThat(files()).hasSizeGreaterThan(2);
        assertThat(AuditLines.earlier(file).getFirst()).hasFileName("audit.jsonl.000000000000000001");
        for (Path each : files()) {
            assertThat(Files.size(each)).isLessThan(LARGEST + 400);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rw-------");
        }
        AuditFound found = check();
        assertThat(found.firstLine()).isEqualTo(1);
        assertThat(found.head().lines()).isEqualTo(LINES);
        assertThat(found.files()).isEqualTo(files().size());

        write(1);
        assertThat(check().head().lines()).isEqualTo(LINES + 1);
    }

    @Test
    void aGatewayThatWasKilledBetweenTwoFilesGoesOn() throws IOException {
        Path full = file.resolveSibling(
                "audit.jsonl.%018d".formatted(LINES - Files.readAllLines(file).size() + 1));
        Files.move(file, full);
        assertThat(check().head().lines()).isEqualTo(LINES);

        write(1);

        assertThat(Files.readAllLines(file)).hasSize(1);
        assertThat(check().head().lines()).isEqualTo(LINES + 1);
    }

    @Test
    void aGatewayDoesNotStartWhenTheFileBeforeIsGoneOrAnotherOne() throws IOException {
        Path before = AuditLines.earlier(file).getLast();
        List<String> lines = Files.readAllLines(before);
        Files.write(before, lines.subList(0, lines.size() - 1));
        assertThatThrownBy(() -> AuditFile.open(file)).isInstanceOf(Corrupt.class);
        for (Path each : AuditLines.earlier(file)) {
            Files.delete(each);
        }
        assertThatThrownBy(() -> AuditFile.open(file))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("the file before it was taken away");
    }

    @Test
    void oldFilesMayBeTakenAwayAndAreMissedInTheReport() throws IOException {
        Files.delete(AuditLines.earlier(file).getFirst());
        write(1);
        assertThat(check().firstLine()).isGreaterThan(1);
        assertThat(check().head().lines()).isEqualTo(LINES + 1);
    }

    @Test
    void anyLineThatWasChangedDroppedMovedOrAddedIsFoundWithItsFile() throws IOException {
        for (Path each : files()) {
            List<String> lines = Files.readAllLines(each);
            for (List<String> forged : forgeries(lines)) {
                Files.write(each, forged);
                // Nobody can see from a log alone that it had more lines.
                boolean cut = each.equals(file) && Collections.indexOfSubList(lines, forged) == 0;
                if (!cut) {
                    assertThatThrownBy(this::check)
                            .as("%s as %s", each, forged)
                            .isInstanceOf(Corrupt.class)
                            .hasMessageContaining("audit.jsonl");
                }
            }
            Files.write(each, lines);
        }
        assertThat(check().head().lines()).isEqualTo(LINES);
    }

    private static List<List<String>> forgeries(List<String> lines) {
        List<List<String>> all = new ArrayList<>();
        for (int at = 0; at < lines.size(); at++) {
            List<String> changed = new ArrayList<>(lines);
            changed.set(at, lines.get(at).replace("w1", "w2"));
            all.add(changed);
            List<String> doubled = new ArrayList<>(lines);
            doubled.add(at, lines.get(at));
            all.add(doubled);
            if (at > 0) {
                // The first line of the oldest file may be gone with older files; the report says from where on lines
                // are there.
                List<String> dropped = new ArrayList<>(lines);
                dropped.remove(at);
                all.add(dropped);
                List<String> moved = new ArrayList<>(lines);
                Collections.swap(moved, at - 1, at);
                all.add(moved);
            }
        }
        return all;
    }

    @Test
    void aLogThatWasCutOffOrWrittenAnewIsFoundByAHeadThatWasNoted() throws IOException {
        AuditChain.Head noted = AuditChain.Head.parse(check().head().toString());
        write(2);
        assertThat(AuditCheck.check(file, Optional.of(noted)).head().lines()).isEqualTo(LINES + 2);

        for (Path each : files()) {
            Files.delete(each);
        }
        write(LINES - 2);
        assertThatThrownBy(() -> AuditCheck.check(file, Optional.of(noted)))
                .hasMessageContaining("it ends with line 8, but had 10 when the head was noted");
        try (AuditFile log = AuditFile.open(file, LARGEST)) {
            for (int line = 0; line < 2; line++) {
                log.append(new AuditEntry(
                        "2026-12-01T13:00:00Z",
                        "agent/a",
                        "2f",
                        "unwrap",
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        "granted",
                        null));
            }
        }
        assertThatThrownBy(() -> AuditCheck.check(file, Optional.of(noted)))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("line 10 is another one than when the head was noted");
    }

    @Test
    void aLineThatIsBeingWrittenIsNoDamageButOneInAnOlderFileIs() throws IOException {
        Files.writeString(file, "{\"n\":11", StandardOpenOption.APPEND);
        assertThat(check().unfinished()).isTrue();
        Files.writeString(AuditLines.earlier(file).getFirst(), "{\"n\":4", StandardOpenOption.APPEND);
        assertThatThrownBy(this::check).hasMessageContaining("ends in the middle of a line");
    }

    @Test
    void whatIsNoLogIsSaid() throws IOException {
        Path none = folder.resolve("none.jsonl");
        assertThatThrownBy(() -> AuditCheck.check(none, Optional.empty()))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("there is no audit log " + none)
                .extracting("code")
                .isEqualTo(GatewayFailure.AUDIT_NOT_READ);
        Files.writeString(none, "x".repeat(20_000) + "\n");
        assertThatThrownBy(() -> AuditCheck.check(none, Optional.empty()))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("its first line is not one that was written");
        assertThatThrownBy(() -> AuditChain.Head.parse("12:zz")).isInstanceOf(Permanent.class);
    }
}
