package io.holdfast.agent.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.agent.VerifiedSet;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RepositorySetsTest {
    private static final RepositoryName GONE = RepositoryName.parse("gone");

    private final Scene scene = Scene.get();

    static Stream<Failure> whatKeepsARepositoryShut() {
        return Stream.of(
                new Transient(RepositoryFailure.IO_FAILED, "its Kafka is down"),
                new Permanent(RepositoryFailure.FOLDER_MISSING, "it is not mounted"),
                new Denied(RepositoryFailure.NO_RIGHT, "this user may not look into it"));
    }

    private RepositorySets sets(Failure shut, RepositoryName... names) {
        return new RepositorySets(
                List.of(names), new Shut(scene.repository, shut), new PinnedKeys(scene.keys.publicKeys()));
    }

    /** Opens all repositories but one. */
    private record Shut(Repository other, Failure shut) implements RepositoryDoor {
        @Override
        public Repository open(RepositoryName name) {
            if (name.equals(GONE)) {
                throw shut;
            }
            return other;
        }

        @Override
        public Optional<Path> spool(RepositoryName name) {
            return Optional.empty();
        }
    }

    private VerifiedSet find(RepositorySets sets) {
        return sets.find(scene.request(Path.of("/nowhere"), AfterRestore.LEAVE).instance(), Optional.empty());
    }

    @ParameterizedTest
    @MethodSource("whatKeepsARepositoryShut")
    void aRepositoryThatCannotBeOpenedIsPassedOverWhereAnotherHasTheSet(Failure shut) {
        assertThat(find(sets(shut, GONE, scene.repository.name())).repository()).isEqualTo(scene.repository.name());
    }

    @ParameterizedTest
    @MethodSource("whatKeepsARepositoryShut")
    void whereNoOtherHasASetItsFailureIsTheAnswer(Failure shut) {
        assertThatThrownBy(() -> find(sets(shut, GONE))).isSameAs(shut);
    }
}
