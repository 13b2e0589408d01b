package io.holdfast.cli.command;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.CatalogReader;
import io.holdfast.cli.CliFailure;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.runtime.process.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "check",
        description = {
            "Asks the gateway whether each encryptor of a set opens its data key, now and with a login of its own.",
            "No data key leaves the gateway. What is elsewhere is looked at here; ask the site that has it by its own configuration."
        },
        footer = {
            "",
            "Examples:",
            "  holdfast keys check 01JDXZ5Q2T8V3W4X5Y6Z7A8B9C-1",
            "  holdfast keys check 01JDXZ5Q2T8V3W4X5Y6Z7A8B9C-1 --json"
        })
final class KeysCheckCommand implements Callable<Integer> {
    @ParentCommand
    KeysCommand keys;

    @Mixin
    GatewayOptions gateway;

    @Parameters(paramLabel = "SET", description = "The set's id.")
    SetId set;

    /**
     * What was found of one encryptor.
     *
     * @param version of its key that wrapped; a certificate's is the fingerprint of its key
     * @param how opened or looked-at: a private part that is elsewhere opens nothing here
     * @param failure why it does not open; null when it does
     */
    record Found(
            EncryptorName encryptor,
            String kind,
            String version,
            EncryptorProof.How how,
            @Nullable FailureReport failure) {}

    @Override
    public Integer call() {
        Holdfast holdfast = keys.holdfast;
        CatalogEntry entry;
        try (CatalogReader catalog = holdfast.catalog(gateway.client.file())) {
            entry = catalog.set(set)
                    .orElseThrow(() -> new Permanent(CliFailure.UNKNOWN_SET, "the catalog has no set " + set));
        }
        List<Found> found = found(entry);
        gateway.client.results(holdfast.screen()).proofs(found);
        for (Found one : found) {
            FailureReport failure = one.failure();
            if (failure != null) {
                return ExitCode.ofKind(failure.kind()).number();
            }
        }
        return ExitCode.OK.number();
    }

    private List<Found> found(CatalogEntry entry) {
        Bytes commitment = entry.body().dekCommitment();
        if (commitment == null) {
            return List.of();
        }
        List<WrappedKey> wrapped = entry.keys().keys();
        List<EncryptorProof> proofs;
        try (GatewayClient client = gateway.open(keys.holdfast)) {
            proofs = client.prove(entry.body().context(), wrapped, commitment);
        }
        List<Found> found = new ArrayList<>();
        for (int i = 0; i < wrapped.size(); i++) {
            WrappedKey key = wrapped.get(i);
            EncryptorProof proof = proofs.get(i);
            found.add(new Found(
                    key.encryptor(),
                    key.kind(),
                    key.keyVersion(),
                    proof.how(),
                    proof.failure().orElse(null)));
        }
        return found;
    }
}
