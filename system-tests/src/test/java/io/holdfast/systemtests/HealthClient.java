package io.holdfast.systemtests;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a process at the address of health and metrics that its log names. */
record HealthClient(URI address) {
    private static final Pattern ADDRESS = Pattern.compile("health and metrics at (http://[0-9.]+:\\d+)");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** What was answered. */
    record Answer(int status, String body) {}

    /** The last address in a process's log. */
    static HealthClient of(String log) {
        Matcher named = ADDRESS.matcher(log);
        String address = "";
        while (named.find()) {
            address = named.group(1);
        }
        if (address.isEmpty()) {
            throw new IllegalStateException("no address of health in the log: " + log);
        }
        return new HealthClient(URI.create(address));
    }

    Answer get(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(address.resolve(path))
                            .timeout(PATIENCE)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        }
    }
}
