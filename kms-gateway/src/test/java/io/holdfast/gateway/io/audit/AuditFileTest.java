package io.holdfast.gateway.io.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.gateway.audit.AuditEntry;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.SmallDisk;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Transient;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditFileTest {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("logs/audit.jsonl");
    }

    private static AuditEntry entry(String verb) {
        return new AuditEntry(
                "2026-11-30T12:00:00Z", "worker/w1", "1f", verb, null, null, null, null, null, null, "granted", null);
    }

    private void write(String... verbs) {
        try (AuditFile log = AuditFile.open(file())) {
            for (String verb : verbs) {
                log.append(entry(verb));
            }
        }
    }

    @Test
    void linesAreBoundToEachOtherAcrossRestarts() throws IOException {
        write("make", "unwrap");
        write("sign");

        List<String> lines = Files.readAllLines(file());
        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst())
                .startsWith("{\"n\":1,\"prev\":\"" + "0".repeat(64) + "\",\"entry\":{\"t\":\"2026-11-30T12:00:00Z\"");
        assertThat(lines.get(2)).startsWith("{\"n\":3,");
        try (AuditFile log = AuditFile.open(file())) {
            assertThat(log.last(2)).isEqualTo(lines.subList(1, 3));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void aFullDiskRefusesAndOnceThereIsSpaceTheChainGoesOn() throws IOException {
        try (SmallDisk disk = ServersForTests.smallDisk(folder.resolve("small"), "64k")) {
            Path ballast = disk.path().resolve("ballast");
            Path file = disk.path().resolve("audit.jsonl");
            try (AuditFile log = AuditFile.open(file)) {
                log.append(entry("make"));
                fill(ballast);
                assertThatThrownBy(() -> {
                            for (int line = 0; line < 100; line++) {
                                log.append(entry("unwrap"));
                            }
                        })
                        .isInstanceOf(Transient.class);
                assertThat(log.usable()).isFalse();
                Files.delete(ballast);
                log.append(entry("sign"));
                assertThat(log.usable()).isTrue();
            }
            try (AuditFile log = AuditFile.open(file)) {
                assertThat(log.last(1).getFirst()).contains("sign");
            }
        }
    }

    private static void fill(Path ballast) throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(new byte[1024]);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    @Test
    void aChangedDroppedOrExchangedLineIsFound() throws IOException {
        write("make", "unwrap", "sign", "end_job");
        List<String> lines = Files.readAllLines(file());

        List<List<String>> forgeries = new ArrayList<>();
        forgeries.add(List.of(lines.get(0), lines.get(2), lines.get(3)));
        forgeries.add(lines.subList(1, 4));
        forgeries.add(List.of(lines.get(1), lines.get(0), lines.get(2), lines.get(3)));
        forgeries.add(List.of(lines.get(0), lines.get(1).replace("worker/w1", "worker/w2"), lines.get(2)));
        forgeries.add(List.of(lines.get(0), lines.get(0), lines.get(1)));
        forgeries.add(List.of("not a line"));
        for (List<String> forgery : forgeries) {
            Files.write(file(), forgery);
            assertThatThrownBy(() -> AuditFile.open(file()))
                    .isInstanceOf(Corrupt.class)
                    .hasMessageContaining("is not the one that was written");
        }
    }

    @Test
    void aLineThatAKilledGatewayLeftUnfinishedIsCutOff() throws IOException {
        write("make", "unwrap");
        Files.writeString(file(), "{\"n\":3,\"prev\":\"12", StandardOpenOption.APPEND);

        write("sign");

        assertThat(Files.readAllLines(file())).hasSize(3).last().asString().contains("\"verb\":\"sign\"");
        AuditFile.open(file()).close();
    }

    @Test
    void aLogThatIsClosedRefusesEachTime() {
        AuditFile log = AuditFile.open(file());
        log.append(entry("make"));
        log.close();

        assertThatThrownBy(() -> log.append(entry("unwrap")))
                .isInstanceOf(Transient.class)
                .hasMessageContaining("audit log cannot be written");
        assertThatThrownBy(() -> log.append(entry("unwrap"))).hasMessageContaining("ClosedChannel");
        assertThat(log.usable()).isFalse();
    }
}
