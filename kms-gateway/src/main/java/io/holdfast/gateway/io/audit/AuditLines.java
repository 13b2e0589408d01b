package io.holdfast.gateway.io.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of an audit log. A log that has grown large is renamed: the number of its first line, 18 digits, is added to its name. Its
 * lines go on in a new file of the old name.
 */
final class AuditLines {
    /** No line is longer, in bytes. */
    private static final int LONGEST = 16 * 1024;

    private static final String NUMBER = "%018d";

    private AuditLines() {}

    /** The name that {@code file} gets when its lines go on elsewhere. */
    static Path earlier(Path file, long first) {
        return file.resolveSibling(file.getFileName() + "." + NUMBER.formatted(first));
    }

    /** The files that {@code file} goes on from, the oldest first. */
    static List<Path> earlier(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        Pattern name = Pattern.compile(Pattern.quote(String.valueOf(file.getFileName())) + "\\.\\d{18}");
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each ->
                            name.matcher(String.valueOf(each.getFileName())).matches())
                    .sorted()
                    .toList();
        }
    }

    /**
     * Hands on the whole lines of a file, without their ends.
     *
     * @return how many bytes they take; less than the file has when its last line is not whole
     */
    static long read(Path file, Consumer<String> taker) throws IOException {
        long good = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next == '\n') {
                    taker.accept(line.toString(StandardCharsets.UTF_8));
                    good += line.size() + 1;
                    line.reset();
                } else if (line.size() < LONGEST) {
                    line.write(next);
                } else {
                    // Longer than any line of ours: whoever takes it finds that it is none.
                    taker.accept("");
                    return good;
                }
            }
        }
        return good;
    }

    /** The last line of a file, without its end; empty when there is none that is whole. */
    static Optional<String> last(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            channel.position(Math.max(0, size - LONGEST));
            ByteBuffer end = ByteBuffer.wrap(Channels.newInputStream(channel).readNBytes(LONGEST));
            String text = StandardCharsets.UTF_8.decode(end).toString();
            if (!text.endsWith("\n")) {
                return Optional.empty();
            }
            String line = text.substring(0, text.length() - 1);
            return Optional.of(line.substring(line.lastIndexOf('\n') + 1));
        }
    }
}
