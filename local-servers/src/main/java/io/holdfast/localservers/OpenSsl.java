package io.holdfast.localservers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command {@code openssl}, as somebody else's view of certificates and keys. */
public final class OpenSsl {
    private final Command command;

    private OpenSsl(Command command) {
        this.command = command;
    }

    /** Run in a folder, which relative names in arguments are of. */
    public static OpenSsl in(Path folder) {
        return new OpenSsl(Command.in(folder));
    }

    /** The same with a variable of its environment, such as one that {@code -passin env:NAME} reads. */
    public OpenSsl with(String name, String value) {
        return new OpenSsl(command.with(Map.of(name, value)));
    }

    /** Runs it and returns what it printed; an exit code but 0 is a {@link io.holdfast.protocol.failure.Permanent} with the end of that. */
    public String run(String... arguments) {
        List<String> line = new ArrayList<>(List.of("openssl"));
        line.addAll(List.of(arguments));
        return ServersForTests.required(() -> command.run(line));
    }
}
