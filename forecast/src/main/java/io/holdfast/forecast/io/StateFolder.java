package io.holdfast.forecast.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.calibrate.Calibration;
import io.holdfast.forecast.point.Sample;
import io.holdfast.forecast.point.SavePoint;
import io.holdfast.forecast.result.Forecast;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where calibrations, save points and forecasts are kept, each in a JSON file of its name. */
public final class StateFolder {
    private static final String SUFFIX = ".json";
    private static final String CALIBRATIONS = "calibrations";
    private static final String FORECASTS = "forecasts";
    private static final String POINTS = "points";
    private static final String SAMPLES = "samples";

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addDeserializer(Instant.class, new Instants()))
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final Path root;

    /** Times as ISO 8601. */
    private static final class Instants extends StdDeserializer<Instant> {
        private static final long serialVersionUID = 1;

        Instants() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = parser.getText();
            try {
                return Instant.parse(text);
            } catch (DateTimeException e) {
                throw context.weirdStringException(text, Instant.class, "no time of ISO 8601");
            }
        }
    }

    /** In {@code root}, which is made when something is kept. */
    public StateFolder(Path root) {
        this.root = root;
    }

    /** A value as JSON. */
    public static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keeps a calibration, and returns its file. */
    public Path keep(Calibration calibration) {
        return write(CALIBRATIONS, calibration.id(), calibration);
    }

    /** The calibration of that id. */
    public Calibration calibration(String id) {
        return read(CALIBRATIONS, id, Calibration.class);
    }

    /** The newest calibration; none is {@link Permanent}. */
    public Calibration newestCalibration() {
        Optional<String> newest = names(CALIBRATIONS).stream().max(String::compareTo);
        return calibration(newest.orElseThrow(() -> new Permanent(
                ForecastFailure.STATE_MISSING,
                root + " has no calibration of this machine",
                "Run: holdfast forecast calibrate")));
    }

    /** Keeps a forecast, and returns its file. */
    public Path keep(Forecast forecast) {
        return write(FORECASTS, forecast.id(), forecast);
    }

    /** The forecast of that id. */
    public Forecast forecast(String id) {
        return read(FORECASTS, id, Forecast.class);
    }

    /** The id of the newest calibration; empty for none. */
    public String newestCalibrationId() {
        return names(CALIBRATIONS).stream().max(String::compareTo).orElse("");
    }

    /** {@link Permanent} when a save point has that name. */
    public void requireFree(String name) {
        if (Files.exists(file(POINTS, name))) {
            throw new Permanent(ForecastFailure.NAME_TAKEN, "there is a save point of the name " + name);
        }
    }

    /** Keeps a save point, in the place of one of that name. */
    public Path keep(SavePoint point) {
        try {
            Files.deleteIfExists(samples(point.name()));
        } catch (IOException e) {
            throw new Permanent(ForecastFailure.STATE_MISSING, samples(point.name()) + " cannot be replaced: " + e, e);
        }
        return write(POINTS, point.name(), point);
    }

    /** The save point of that name. */
    public SavePoint point(String name) {
        return read(POINTS, name, SavePoint.class);
    }

    /** Whether a save point of the same server was made after {@code point}. */
    public boolean hasLater(SavePoint point) {
        return names(POINTS).stream()
                .map(this::point)
                .anyMatch(other -> other.server().id().equals(point.server().id())
                        && other.sample().at().isAfter(point.sample().at()));
    }

    /** Adds what was sampled after a save point. */
    public void add(String point, Sample sample) {
        Path file = samples(point);
        PrivateFiles.createFolder(root.resolve(SAMPLES));
        try {
            String line =
                    JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(sample) + "\n";
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new Permanent(ForecastFailure.STATE_MISSING, file + " cannot be written: " + e, e);
        }
    }

    /** What was sampled after a save point, in order of time; a last line that was being written is passed over. */
    public List<Sample> samplesAfter(String point) {
        Path file = samples(point);
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            String text = Files.readString(file);
            List<Sample> samples = new ArrayList<>();
            for (String line :
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                samples.add(JSON.readValue(line, Sample.class));
            }
            return samples;
        } catch (JsonProcessingException e) {
            throw damaged(file, e);
        } catch (IOException e) {
            throw new Permanent(ForecastFailure.STATE_MISSING, file + " cannot be read: " + e, e);
        }
    }

    private Path samples(String point) {
        Path named = file(SAMPLES, point);
        return named.resolveSibling(point + ".jsonl");
    }

    private static Corrupt damaged(Path file, JsonProcessingException e) {
        return new Corrupt(
                ForecastFailure.STATE_DAMAGED, file + " is not what it should be: " + e.getOriginalMessage(), e);
    }

    private Path write(String kind, String name, Object value) {
        Path file = file(kind, name);
        PrivateFiles.createFolder(root.resolve(kind));
        PrivateFiles.replace(file, (json(value) + "\n").getBytes(StandardCharsets.UTF_8));
        return file;
    }

    private <T> T read(String kind, String name, Class<T> type) {
        Path file = file(kind, name);
        try {
            return JSON.readValue(Files.readAllBytes(file), type);
        } catch (NoSuchFileException e) {
            throw new Permanent(ForecastFailure.STATE_MISSING, "there is no " + file, e);
        } catch (JsonProcessingException e) {
            throw damaged(file, e);
        } catch (IOException e) {
            throw new Permanent(ForecastFailure.STATE_MISSING, file + " cannot be read: " + e, e);
        }
    }

    private List<String> names(String kind) {
        Path folder = root.resolve(kind);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new Permanent(ForecastFailure.STATE_MISSING, folder + " cannot be read: " + e, e);
        }
    }

    private Path file(String kind, String name) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
            throw Permanent.invalid(
                    "a name begins with a letter or digit and has letters, digits, dots, hyphens and underscores",
                    name);
        }
        return root.resolve(kind).resolve(name + SUFFIX);
    }
}
