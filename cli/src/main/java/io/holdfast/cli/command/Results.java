package io.holdfast.cli.command;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.Leftovers;
import io.holdfast.catalog.RepositoryCatalog;
import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.JobView;
import io.holdfast.cli.show.Screen;
import io.holdfast.cli.show.SetJson;
import io.holdfast.cli.show.SetView;
import io.holdfast.gateway.audit.AuditFound;
import io.holdfast.keys.wire.Answers;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.SetId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints what a command found, as tables or as JSON. */
record Results(Screen screen, Form form) {
    private static final JsonCodec<CleanupCommand.Found> FOUND = JsonCodec.of(CleanupCommand.Found.class, 10_000);

    private static final JsonCodec<StoreKeys> STORE_KEYS = JsonCodec.of(StoreKeys.class);

    private static final JsonCodec<Answers.EncryptorState> ENCRYPTOR_STATE = JsonCodec.of(Answers.EncryptorState.class);

    private static final JsonCodec<KeysCheckCommand.Found> PROOF = JsonCodec.of(KeysCheckCommand.Found.class);

    private static final JsonCodec<Certificate> CERTIFICATE = JsonCodec.of(Certificate.class);

    private static final JsonCodec<AuditLog> AUDIT_LOG = JsonCodec.of(AuditLog.class);

    /** What is in a sealed store. */
    record StoreKeys(
            List<Encryptor> encryptors, List<Certificate> certificates, List<String> signs, List<Disabled> disabled) {}

    /** That an encryptor of this name, of whatever kind, is disabled. */
    record Disabled(EncryptorName name, Instant since, String by) {}

    /**
     * A certificate whose private key a store has.
     *
     * @param key of its public key, {@code sha256:HEX}
     * @param until when it, or one of its issuers', ends
     * @param exported when the private key was last exported, or came into the store; null when it is nowhere else
     */
    record Certificate(
            EncryptorName name,
            String key,
            Instant until,
            @Nullable Instant exported) {}

    /** An encryptor and the versions of its key. */
    record Encryptor(EncryptorName name, List<Integer> versions) {}

    /**
     * A whole audit log.
     *
     * @param files how many it lies in
     * @param firstLine the number of the first line that is there
     * @param lastLine the number of the last, 0 for none
     * @param head of the last line, {@code NUMBER:HASH}
     * @param unfinished whether bytes of one more line follow
     */
    record AuditLog(int files, long firstLine, long lastLine, String head, boolean unfinished) {}

    void audit(AuditFound found) {
        AuditLog log = new AuditLog(
                found.files(),
                found.firstLine(),
                found.head().lines(),
                found.head().toString(),
                found.unfinished());
        if (form == Form.JSON) {
            screen.result(AUDIT_LOG.text(log));
            return;
        }
        if (log.lastLine() == 0) {
            screen.result("The audit log is empty.");
            return;
        }
        screen.result("Lines " + log.firstLine() + " to " + log.lastLine() + " are as they were written"
                + (log.files() > 1 ? ", in " + log.files() + " files" : "") + ".");
        if (log.firstLine() > 1) {
            screen.say("The lines before are not here, so nothing is said about them.");
        }
        if (log.unfinished()) {
            screen.say("One more line is being written, or was when its gateway was killed.");
        }
        screen.result("head: " + log.head());
    }

    void storeKeys(StoreKeys keys) {
        if (form == Form.JSON) {
            screen.result(STORE_KEYS.text(keys));
            return;
        }
        screen.table(
                List.of("encryptor", "versions"),
                keys.encryptors().stream()
                        .map(one -> List.of(one.name().text(), one.versions().toString()))
                        .toList());
        if (!keys.certificates().isEmpty()) {
            certificateTable(keys.certificates());
        }
        keys.signs().forEach(key -> screen.result("signs: " + key));
        keys.disabled()
                .forEach(one ->
                        screen.result("disabled: " + one.name() + ", since " + one.since() + ", by " + one.by()));
    }

    /** Those of a gateway that runs. */
    void encryptors(List<Answers.EncryptorState> states) {
        if (form == Form.JSON) {
            screen.result(states.stream().map(ENCRYPTOR_STATE::text).collect(Collectors.joining(",", "[", "]")));
            return;
        }
        screen.table(
                List.of("encryptor", "kind", "wraps with", "state"),
                states.stream()
                        .map(state -> List.of(
                                state.name().text(),
                                state.kind(),
                                state.version() == null ? "-" : state.version(),
                                words(state)))
                        .toList());
    }

    /** What a change made of an encryptor. */
    void changed(String done, Answers.EncryptorState state) {
        if (form == Form.JSON) {
            screen.result(ENCRYPTOR_STATE.text(state));
            return;
        }
        screen.result("Encryptor " + state.name() + " " + done + "; now " + words(state)
                + (state.version() == null ? "" : ", wraps with " + state.version()) + ".");
    }

    private static String words(Answers.EncryptorState state) {
        if (state.disabled() != null) {
            return "disabled since " + state.disabled().since() + " by "
                    + state.disabled().by();
        }
        if (state.failure() != null) {
            return "cannot be used: " + state.failure().message();
        }
        String exported = state.exported() == null ? "" : ", exported " + state.exported();
        return "usable" + (state.warning() == null ? exported : "; warning: " + state.warning());
    }

    /** Whether a set's encryptors open it. */
    void proofs(List<KeysCheckCommand.Found> found) {
        if (form == Form.JSON) {
            screen.result(found.stream().map(PROOF::text).collect(Collectors.joining(",", "[", "]")));
            return;
        }
        if (found.isEmpty()) {
            screen.result("The set is not encrypted: it has no data key.");
            return;
        }
        screen.table(
                List.of("encryptor", "kind", "wrapped by version", "now"),
                found.stream()
                        .map(one -> List.of(one.encryptor().text(), one.kind(), one.version(), words(one)))
                        .toList());
    }

    private static String words(KeysCheckCommand.Found found) {
        if (found.failure() != null) {
            return "DOES NOT OPEN: " + found.failure().message();
        }
        return switch (found.how()) {
            case OPENED -> "opens";
            case LOOKED_AT -> "is elsewhere: wrapped to the right key, and its certificate is valid";
        };
    }

    void certificates(List<Certificate> certificates) {
        if (form == Form.JSON) {
            screen.result(certificates.stream().map(CERTIFICATE::text).collect(Collectors.joining(",", "[", "]")));
        } else if (certificates.isEmpty()) {
            screen.result("No certificates yet. Make one: holdfast keys certificate create NAME");
        } else {
            certificateTable(certificates);
        }
    }

    private void certificateTable(List<Certificate> certificates) {
        screen.table(
                List.of("certificate", "key", "valid until", "private key exported"),
                certificates.stream()
                        .map(one -> List.of(
                                one.name().text(),
                                one.key(),
                                one.until().toString(),
                                one.exported() == null
                                        ? "NEVER"
                                        : one.exported().toString()))
                        .toList());
        certificates.stream()
                .filter(one -> one.exported() == null)
                .forEach(one -> screen.say("The private key of " + one.name()
                        + " is nowhere but in this store: what is wrapped to it is lost with the store. Export it: holdfast keys"
                        + " certificate export " + one.name() + " --pfx FILE --secret REF"));
    }

    void jobs(List<JobStatus> jobs) {
        if (form == Form.JSON) {
            screen.result(jobs.stream().map(Codecs.JOB_STATUS::text).collect(Collectors.joining(",", "[", "]")));
        } else if (jobs.isEmpty()) {
            screen.result("No jobs yet. Start one: holdfast backup INSTANCE");
        } else {
            screen.table(JobView.HEADS, jobs.stream().map(JobView::row).toList());
        }
    }

    void job(JobStatus job) {
        if (form == Form.JSON) {
            screen.result(Codecs.JOB_STATUS.text(job));
        } else {
            screen.table(List.of("", ""), JobView.details(job));
        }
    }

    /** {@code gaps} says what is missing before which set. */
    void sets(List<CatalogEntry> sets, Map<SetId, String> gaps) {
        if (form == Form.JSON) {
            screen.result(sets.stream()
                    .map(set -> SetJson.text(set, gaps.get(set.body().set())))
                    .collect(Collectors.joining(",", "[", "]")));
        } else if (sets.isEmpty()) {
            screen.result("No complete sets yet. Make one: holdfast backup INSTANCE");
        } else {
            screen.table(SetView.HEADS, sets.stream().map(SetView::row).toList());
            sets.stream()
                    .filter(set -> gaps.containsKey(set.body().set()))
                    .forEach(set -> screen.result("warning: set " + set.body().set() + ": "
                            + gaps.get(set.body().set())));
        }
    }

    void set(CatalogEntry set, @Nullable String gap) {
        if (form == Form.JSON) {
            screen.result(SetJson.text(set, gap));
        } else {
            screen.table(List.of("", ""), SetView.details(set, gap));
        }
    }

    void cleaned(List<CleanupCommand.Found> found) {
        if (form == Form.JSON) {
            screen.result(found.stream().map(FOUND::text).collect(Collectors.joining(",", "[", "]")));
            return;
        }
        List<List<String>> rows = found.stream()
                .filter(one -> one.kind() != Leftovers.Kind.COMPLETE)
                .map(one -> List.of(one.repository().text(), one.set().text(), words(one)))
                .toList();
        if (rows.isEmpty()) {
            screen.result("Nothing is left over; complete sets: " + found.size() + ".");
            return;
        }
        screen.table(List.of("repository", "set", "what became of it"), rows);
    }

    private static String words(CleanupCommand.Found found) {
        return switch (found.kind()) {
            case LEFT_OVER -> found.removed() ? "removed" : "left over by an attempt that failed or was cancelled";
            case COMPLETE -> "complete, kept";
            case RUNNING -> "its job runs, kept";
            case UNKNOWN -> "its job is not known here, kept";
        };
    }

    void rebuilt(RepositoryCatalog.Findings findings) {
        if (form == Form.JSON) {
            screen.result(SetJson.text(findings));
            return;
        }
        findings.refused().forEach((set, failure) -> screen.say("refused: set " + set + ": " + failure.message()));
        findings.incomplete().forEach((set, why) -> screen.say("passed over: set " + set + ": " + why));
        screen.result(findings.entries().size() + " sets are in the catalog, "
                + findings.incomplete().size() + " incomplete ones were passed over, "
                + findings.refused().size() + " refused.");
    }
}
