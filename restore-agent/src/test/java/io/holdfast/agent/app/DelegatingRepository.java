package io.holdfast.agent.app;

import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.AbsentStream;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StreamName;
import io.holdfast.repository.StreamVisitor;
import java.util.List;
import java.util.Optional;

/** A repository that hands everything on, for tests that change one verb. */
class DelegatingRepository implements Repository {
    private final Repository inner;

    DelegatingRepository(Repository inner) {
        this.inner = inner;
    }

    @Override
    public RepositoryName name() {
        return inner.name();
    }

    @Override
    public SealedStreamWriter create(StreamName name) {
        return inner.create(name);
    }

    @Override
    public void fetch(SetId set, List<StreamRef> wanted, StreamVisitor visitor) {
        inner.fetch(set, wanted, visitor);
    }

    @Override
    public List<AbsentStream> absent(SetId set, List<StreamRef> wanted) {
        return inner.absent(set, wanted);
    }

    @Override
    public List<List<StreamRef>> batches(List<StreamRef> streams) {
        return inner.batches(streams);
    }

    @Override
    public void putObject(ObjectName name, byte[] content) {
        inner.putObject(name, content);
    }

    @Override
    public Optional<byte[]> getObject(ObjectName name) {
        return inner.getObject(name);
    }

    @Override
    public List<ObjectName> listObjects(SetId set) {
        return inner.listObjects(set);
    }

    @Override
    public List<SetId> sets() {
        return inner.sets();
    }

    @Override
    public void dropSet(SetId set) {
        inner.dropSet(set);
    }

    @Override
    public void close() {
        inner.close();
    }
}
