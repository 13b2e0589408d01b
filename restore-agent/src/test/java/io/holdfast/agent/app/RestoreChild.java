package io.holdfast.agent.app;

import io.holdfast.agent.AllowedTargets;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.io.HostBoot;
import io.holdfast.agent.io.HostPrograms;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.keys.SigningKey;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedSource;
import io.holdfast.repository.StreamVisitor;
import io.holdfast.repository.file.FileRepository;
import io.holdfast.runtime.metrics.Metrics;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A process that restores a set without encryption, slowly, so that it can be killed on the way. */
final class RestoreChild {
    private static final long PAUSE_MILLIS = 700;

    private RestoreChild() {}

    /** Takes the repository's folder, the target, the tablespace's OID, its place, and the key that signs. */
    public static void main(String[] arguments) {
        RepositoryName name = RepositoryName.parse("main");
        RepositoryDoor door = new RepositoryDoor() {
            @Override
            public Repository open(RepositoryName wanted) {
                return slow(FileRepository.open(name, Path.of(arguments[0]), 1));
            }

            @Override
            public Optional<Path> spool(RepositoryName wanted) {
                return Optional.empty();
            }
        };
        RestoreTools tools = new RestoreTools(
                new RepositorySets(List.of(name), door, new PinnedKeys(List.of(SigningKey.parse(arguments[4])))),
                MemoryDataKeys.of(Clock.systemUTC(), BackedUp.VAULT),
                door,
                new HostPrograms(List.of()),
                Scene.owner(),
                AllowedTargets.ANYWHERE,
                new PostgresqlConfig(List.of(), Optional.empty(), "postgres", Duration.ofMinutes(1)),
                HostBoot.id(),
                Metrics.of("agent"));
        RestoreRequest request = new RestoreRequest(
                Scene.SHOP,
                Optional.of(Scene.OTHER),
                arguments[1],
                Map.of(arguments[2], arguments[3]),
                OnNotEmpty.REFUSE,
                AfterRestore.LEAVE);
        System.out.println(Scene.run(tools).restore(request));
    }

    private static Repository slow(Repository inner) {
        return new DelegatingRepository(inner) {
            @Override
            public void fetch(SetId set, List<StreamRef> wanted, StreamVisitor visitor) {
                super.fetch(set, wanted, new StreamVisitor() {
                    @Override
                    public void stream(StreamRef ref, SealedSource source) {
                        visitor.stream(ref, source);
                        sleep();
                    }

                    @Override
                    public void missing(StreamRef ref, io.holdfast.protocol.failure.Corrupt failure) {
                        visitor.missing(ref, failure);
                    }
                });
            }
        };
    }

    private static void sleep() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
