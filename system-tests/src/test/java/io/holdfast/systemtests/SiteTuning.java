package io.holdfast.systemtests;

import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.localservers.BrokerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a test wants other than a site usually is. */
interface SiteTuning {
    /** A site as it usually is. */
    SiteTuning NONE = new SiteTuning() {};

    /** Workers read a few megabytes in a second, so that there is time to hurt a backup while it runs. */
    SiteTuning SLOW_READING = new SiteTuning() {
        @Override
        public void configure(FleetFolder fleet) throws IOException {
            SiteTuning.append(fleet.config("worker"), "maxRate: 4MiB\n");
        }
    };

    /** The broker's options, changed. */
    default BrokerOptions broker(BrokerOptions usual) {
        return usual;
    }

    /** Brokers that run already, used instead of one of the site's own. */
    default Optional<String> brokers() {
        return Optional.empty();
    }

    /** Changes configuration files before any process starts. */
    default void configure(FleetFolder fleet) throws Exception {}

    /** Replaces a piece of a configuration file that must be in it. */
    static void replace(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        if (!text.contains(from)) {
            throw new IllegalStateException(file + " does not hold " + from);
        }
        Files.writeString(file, text.replace(from, to));
    }

    /** Adds lines at the end of a configuration file. */
    static void append(Path file, String lines) throws IOException {
        Files.writeString(file, Files.readString(file) + lines);
    }
}
