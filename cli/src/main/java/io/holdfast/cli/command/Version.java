package io.holdfast.cli.command;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of the command, from the jar that it came in. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Objects.requireNonNullElse(
                Holdfast.class.getPackage().getImplementationVersion(), "built from a checkout");
        return new String[] {
            "holdfast " + version,
            "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }
}
