package io.holdfast.agent.io;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileOwner;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The host's users. */
public final class HostUsers {
    private static final String USUAL = "postgres";

    private HostUsers() {}

    /**
     * Whom restored files are given to: root gives them to {@code user}, else to {@code postgres}; anybody else keeps
     * them.
     *
     * @param user as the configuration names him
     * @throws Permanent user-unfit
     */
    public static Optional<FileOwner> owner(Optional<String> user) {
        String me = System.getProperty("user.name");
        if (!"root".equals(me)) {
            if (user.isPresent() && !user.get().equals(me)) {
                throw new Permanent(
                        AgentFailure.USER_UNFIT,
                        "restored instances should belong to " + user.get() + ", but the agent runs as " + me
                                + ", who cannot give files away");
            }
            return Optional.empty();
        }
        String name = user.orElse(USUAL);
        return Optional.of(new FileOwner(name, number("-u", name), number("-g", name)));
    }

    private static int number(String option, String name) {
        try {
            Process process = new ProcessBuilder("id", option, "--", name)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            if (process.waitFor() == 0) {
                return Integer.parseInt(said);
            }
        } catch (IOException | NumberFormatException e) {
            throw new Permanent(AgentFailure.USER_UNFIT, "the user " + name + " could not be looked up: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Permanent(AgentFailure.USER_UNFIT, "the agent runs as root, and there is no user " + name);
    }
}
