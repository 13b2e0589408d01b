package io.holdfast.gateway.app;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.ManifestSignature;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.SigningKey;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.key.WrappedKey;
import java.util.List;

/** Each verb as the role that may ask it. */
record RoleKeys(DataKeys coordinator, DataKeys worker, DataKeys agent) implements DataKeys {
    @Override
    public NewDataKey make(SetContext context, List<EncryptorName> encryptors) {
        return coordinator.make(context, encryptors);
    }

    @Override
    public SecretBytes unwrapForJob(SetContext context, WrappedKey jobWrapped) {
        return worker.unwrapForJob(context, jobWrapped);
    }

    @Override
    public WrappedKey lend(SetContext context, List<WrappedKey> wrapped, Bytes commitment, JobId job) {
        return coordinator.lend(context, wrapped, commitment, job);
    }

    @Override
    public SecretBytes unwrap(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        return agent.unwrap(context, wrapped, commitment);
    }

    @Override
    public List<WrappedKey> rewrap(
            SetContext context, List<WrappedKey> wrapped, Bytes commitment, List<EncryptorName> encryptors) {
        return coordinator.rewrap(context, wrapped, commitment, encryptors);
    }

    @Override
    public List<EncryptorProof> prove(SetContext context, List<WrappedKey> wrapped, Bytes commitment) {
        return coordinator.prove(context, wrapped, commitment);
    }

    @Override
    public void endJob(JobId job) {
        coordinator.endJob(job);
    }

    @Override
    public ManifestSignature sign(Bytes body) {
        return coordinator.sign(body);
    }

    @Override
    public List<SigningKey> publicKeys() {
        return agent.publicKeys();
    }
}
