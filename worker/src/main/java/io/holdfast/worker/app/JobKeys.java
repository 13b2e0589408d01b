package io.holdfast.worker.app;

import io.holdfast.keys.DataKeys;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.stripe.StripeOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The data keys of running jobs, asked for once a job and attempt, wiped when the job ends. At most
 * {@value #MOST} at a time: the one not used for longest goes first.
 */
final class JobKeys implements AutoCloseable {
    static final int MOST = 32;

    private record Name(JobId job, Attempt attempt, SetContext context, WrappedKey wrapped) {}

    private final DataKeys keys;
    private final Map<Name, SecretBytes> held = new LinkedHashMap<>(MOST, 0.75f, true);

    JobKeys(DataKeys keys) {
        this.keys = keys;
    }

    /**
     * A copy of the data key, to be closed by the caller. The gateway is asked outside of the lock, so that one that is away holds up
     * nobody else; slots that ask for the same key at once may each call.
     */
    SecretBytes of(StripeOrder order, SetContext context, WrappedKey wrapped) {
        Name name = new Name(order.job(), order.attempt(), context, wrapped);
        SecretBytes known = copy(name);
        if (known != null) {
            return known;
        }
        SecretBytes asked = keys.unwrapForJob(context, wrapped);
        keep(name, asked.copy());
        return asked;
    }

    private synchronized @Nullable SecretBytes copy(Name name) {
        SecretBytes known = held.get(name);
        return known == null ? null : known.copy();
    }

    private synchronized void keep(Name name, SecretBytes key) {
        SecretBytes before = held.put(name, key);
        if (before != null) {
            before.close();
        }
        if (held.size() > MOST) {
            var eldest = held.entrySet().iterator().next();
            eldest.getValue().close();
            held.remove(eldest.getKey());
        }
    }

    /** Wipes the keys of jobs that have ended, and of earlier attempts. */
    synchronized void wipeUnless(BiPredicate<JobId, Attempt> wanted) {
        List<Name> gone = held.keySet().stream()
                .filter(name -> !wanted.test(name.job(), name.attempt()))
                .toList();
        for (Name name : gone) {
            SecretBytes key = held.remove(name);
            if (key != null) {
                key.close();
            }
        }
    }

    synchronized int size() {
        return held.size();
    }

    @Override
    public synchronized void close() {
        new ArrayList<>(held.values()).forEach(SecretBytes::close);
        held.clear();
    }
}
