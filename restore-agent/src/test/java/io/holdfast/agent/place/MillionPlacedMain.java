package io.holdfast.agent.place;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.engine.postgresql.BackupManifestWriter;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Timeline;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** A process of its own that has so many small files noted in a folder, puts them together and writes their manifest. */
final class MillionPlacedMain {
    private static final int OF_A_STRIPE = 4_096;
    private static final long SIZE = 100;

    private MillionPlacedMain() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        RestoreFolder folder = RestoreFolder.of(directory);
        Files.createDirectories(folder.facts());
        note(folder, Integer.parseInt(arguments[1]));
        ServerFacts server = new ServerFacts(
                "7300000000000000001",
                new Timeline(1),
                180_006,
                true,
                8_192,
                ByteCount.of(16 << 20),
                Instant.EPOCH,
                null);
        long[] sums = new long[2];
        try (BackupManifestWriter manifest = BackupManifestWriter.begin(directory, server)) {
            new PlacedFiles(folder)
                    .forEach(
                            file -> {
                                sums[0]++;
                                sums[1] += file.size();
                                manifest.add(
                                        file.path(), file.size(), Instant.ofEpochSecond(file.modified()), file.crc());
                            },
                            (path, target) -> {});
        }
        System.out.println(sums[0] + " files, " + sums[1] + " bytes");
    }

    private static void note(RestoreFolder folder, int files) throws IOException {
        JsonMapper json = JsonMapper.builder().build();
        for (int first = 0; first < files; first += OF_A_STRIPE) {
            Path notes = folder.facts().resolve("%010d-x".formatted(first));
            try (BufferedWriter lines = Files.newBufferedWriter(notes)) {
                for (int i = first; i < Math.min(files, first + OF_A_STRIPE); i++) {
                    FileFact fact = new FileFact(
                            "base/16384/" + i, FileKind.FILE, SIZE, 9, List.of(new FileFact.Run(0, SIZE, i)), null);
                    lines.write(json.writeValueAsString(fact));
                    lines.newLine();
                }
            }
        }
    }
}
