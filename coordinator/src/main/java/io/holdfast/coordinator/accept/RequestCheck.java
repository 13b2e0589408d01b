package io.holdfast.coordinator.accept;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.JobRequest;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether a request can be carried out, and a backup's options with the defaults filled in. */
public final class RequestCheck {
    /** A label is no longer, in characters. */
    public static final int LONGEST_LABEL = 200;

    /** A set has no more encryptors. */
    public static final int MOST_ENCRYPTORS = 16;

    /** A limit on the rate of sets is no higher; without one it goes as fast as it can. */
    public static final int MOST_SETS_PER_SECOND = 1_000;

    private final KnownNames known;
    private final BackupDefaults defaults;
    private final EncryptorPolicy policy;

    /** A check against these names. */
    public RequestCheck(KnownNames known, BackupDefaults defaults) {
        this(known, defaults, EncryptorPolicy.NONE);
    }

    /** The same, where a set's encryptors must be as {@code policy} demands. */
    public RequestCheck(KnownNames known, BackupDefaults defaults, EncryptorPolicy policy) {
        this.known = known;
        this.defaults = defaults;
        this.policy = policy;
    }

    /**
     * Checks a request.
     *
     * @return a backup's options; null for the other kinds
     * @throws Permanent with a code of {@link CoordinatorFailure} when it cannot be carried out
     */
    public @Nullable BackupOptions check(JobRequest request) {
        if (!known.instances().contains(request.instance())) {
            throw unknown(
                    CoordinatorFailure.UNKNOWN_INSTANCE,
                    "instance " + request.instance() + " is not configured",
                    known.instances());
        }
        return switch (request) {
            case JobRequest.Backup backup -> options(backup);
            case JobRequest.Restore restore -> {
                restore(restore);
                yield null;
            }
            case JobRequest.Verify verify -> null;
            case JobRequest.Rewrap rewrap -> {
                rewrap(rewrap);
                yield null;
            }
            case JobRequest.Cancel cancel -> null;
        };
    }

    private BackupOptions options(JobRequest.Backup backup) {
        RepositoryName repository = backup.repository() != null ? backup.repository() : defaults.repository();
        if (repository == null) {
            throw option("the job names no repository, and the configuration has no default");
        }
        if (!known.repositories().contains(repository)) {
            throw unknown(
                    CoordinatorFailure.UNKNOWN_REPOSITORY,
                    "repository " + repository + " is not configured",
                    known.repositories());
        }
        Suite suite = Objects.requireNonNullElse(backup.suite(), defaults.suite());
        boolean legacy = Boolean.TRUE.equals(backup.allowLegacyCiphers());
        if (suite == Suite.TRIPLE_DES_3KEY && !legacy) {
            throw new Permanent(
                    CoordinatorFailure.LEGACY_CIPHER,
                    "suite TRIPLE_DES_3KEY is a legacy cipher that NIST SP 800-131A disallows, and the job does not allow it");
        }
        if (backup.label() != null && backup.label().length() > LONGEST_LABEL) {
            throw option("a label has at most " + LONGEST_LABEL + " characters, and this one has "
                    + backup.label().length());
        }
        return new BackupOptions(
                repository,
                encryptors(backup, suite),
                suite,
                Objects.requireNonNullElse(backup.compression(), defaults.compression()),
                backup.access(),
                Objects.requireNonNullElse(backup.checkpoint(), defaults.checkpoint()),
                legacy,
                backup.label());
    }

    private List<EncryptorName> encryptors(JobRequest.Backup backup, Suite suite) {
        List<EncryptorName> asked = backup.encryptors();
        if (suite == Suite.NONE) {
            if (asked != null && !asked.isEmpty()) {
                throw option("suite none encrypts nothing, so the job must name no encryptors");
            }
            policy.require(List.of());
            return List.of();
        }
        List<EncryptorName> encryptors = asked != null ? asked : defaults.encryptors();
        if (encryptors.isEmpty()) {
            throw option("suite " + suite.label() + " needs an encryptor, and neither the job nor the configuration"
                    + " names one");
        }
        requireKnown(encryptors);
        return List.copyOf(encryptors);
    }

    private void rewrap(JobRequest.Rewrap rewrap) {
        requireKnown(rewrap.encryptors());
        Integer rate = rewrap.setsPerSecond();
        if (rate != null && (rate < 1 || rate > MOST_SETS_PER_SECOND)) {
            throw option("setsPerSecond is 1 to " + MOST_SETS_PER_SECOND + ", and this is " + rate);
        }
    }

    private void requireKnown(List<EncryptorName> encryptors) {
        boolean twice = new HashSet<>(encryptors).size() < encryptors.size();
        if (encryptors.isEmpty() || encryptors.size() > MOST_ENCRYPTORS || twice) {
            throw option(
                    "a set has 1 to " + MOST_ENCRYPTORS + " encryptors, none twice, but the job names " + encryptors);
        }
        for (EncryptorName encryptor : encryptors) {
            if (!known.encryptors().contains(encryptor)) {
                throw unknown(
                        CoordinatorFailure.UNKNOWN_ENCRYPTOR,
                        "encryptor " + encryptor + " is not configured",
                        known.encryptors());
            }
        }
        policy.require(encryptors);
    }

    private void restore(JobRequest.Restore restore) {
        if (!known.agents().contains(restore.agent())) {
            throw unknown(
                    CoordinatorFailure.UNKNOWN_AGENT,
                    "restore agent " + restore.agent() + " is not configured",
                    known.agents());
        }
        absolute("directory", restore.directory());
        Map<String, String> tablespaces = Objects.requireNonNullElse(restore.tablespaces(), Map.of());
        tablespaces.forEach((from, to) -> absolute("the place of tablespace " + from, to));
    }

    private static void absolute(String what, String path) {
        boolean dotted = List.of(path.split("/")).stream().anyMatch(part -> part.equals("..") || part.equals("."));
        if (!path.startsWith("/") || path.indexOf('\0') >= 0 || dotted) {
            throw option(what + " is an absolute path without . and .. parts, but this is: \"" + path + "\"");
        }
    }

    private static Permanent option(String message) {
        return new Permanent(CoordinatorFailure.BAD_OPTION, message);
    }

    private static Permanent unknown(CoordinatorFailure code, String message, Collection<?> names) {
        String all = names.stream().map(Object::toString).sorted().limit(20).collect(Collectors.joining(", "));
        return new Permanent(code, message + "; configured are: " + (all.isEmpty() ? "none" : all));
    }
}
