package io.holdfast.cli.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which section of which runbook an error code has. A section has the codes of its line that begins with {@code Codes:}.
 *
 * @param places every code's place, by code
 */
public record RunbookIndex(List<Place> places) {
    /** The name of the page that shows it. */
    public static final String FILE = "codes.md";

    private static final String HEADING = "## ";
    private static final String CODES = "Codes: ";
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    /**
     * Where a code stands.
     *
     * @param page the name of the file
     * @param heading the section's, without its signs
     */
    public record Place(String code, String page, String heading) {
        String link() {
            return "[%s](%s#%s)".formatted(heading, page, anchor(heading));
        }
    }

    /** The anchor that GitHub makes of a heading. */
    public static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    public RunbookIndex {
        places = List.copyOf(places);
    }

    /** Reads the runbooks in {@code folder}. */
    public static RunbookIndex of(Path folder) throws IOException {
        List<Place> places = new ArrayList<>();
        for (Path page : pages(folder)) {
            String heading = "";
            for (String line : Files.readAllLines(page)) {
                if (line.startsWith(HEADING)) {
                    heading = line.substring(HEADING.length());
                } else if (line.startsWith(CODES)) {
                    Matcher codes = QUOTED.matcher(line);
                    while (codes.find()) {
                        places.add(new Place(codes.group(1), page.getFileName().toString(), heading));
                    }
                }
            }
        }
        places.sort(Comparator.comparing(Place::code));
        return new RunbookIndex(places);
    }

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** The page {@value #FILE}. */
    public String page() {
        StringBuilder page = new StringBuilder("# Runbooks by error code\n\n" + ReferencePages.NOTE
                + "How to read codes, kinds and exit codes, and where to look first: [runbooks](README.md).\n\n"
                + "| code | go to |\n|---|---|\n");
        places.forEach(place -> page.append("| `%s` | %s |\n".formatted(place.code(), place.link())));
        return page.toString();
    }
}
