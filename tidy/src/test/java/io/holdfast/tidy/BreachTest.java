package io.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every rule of direction turns red on the classes below {@code breach}, which break them on purpose. */
class BreachTest {
    private static final String ROOT = "io.holdfast.tidy.breach.";
    private static final JavaClasses BREACHES = new ClassFileImporter().importPackages("io.holdfast.tidy.breach");
    private static final Direction SEEDED = new Direction(ROOT);
    private static final Pattern BREACH = Pattern.compile("^\\w+ <" + Pattern.quote(ROOT) + "([\\w.]+)[(.>]");
    private static final String[] CLOCKS = {
        "coordinator.ledger.ReadsClock.instant",
        "coordinator.ledger.ReadsClock.date",
        "coordinator.ledger.ReadsClock.local",
        "coordinator.ledger.ReadsClock.millis",
        "coordinator.ledger.ReadsClock.nanos",
        "coordinator.ledger.ReadsClock.source",
        "coordinator.ledger.ReadsClock.clock"
    };

    /** The classes, and where it is a method, the methods, that break one of the rules. */
    private static Set<String> breaches(Stream<ArchRule> rules) {
        return rules.map(rule -> rule.allowEmptyShould(true).evaluate(BREACHES))
                .flatMap(result -> result.getFailureReport().getDetails().stream())
                .flatMap(detail -> BREACH.matcher(detail).results())
                .map(BreachTest::names)
                .flatMap(Stream::of)
                .collect(Collectors.toSet());
    }

    private static String[] names(MatchResult found) {
        String name = found.group(1);
        int method = name.lastIndexOf('.');
        return new String[] {name, name.substring(0, method)};
    }

    @Test
    void aModuleThatKnowsTooMuchIsFound() {
        assertThat(breaches(SEEDED.modules())).contains("chunk.KnowsRepository", "column.value.KnowsRepository");
    }

    @Test
    void aProtocolThatKnowsMoreThanTheJdkIsFound() {
        assertThat(breaches(SEEDED.protocolAlone())).contains("protocol.id.KnowsAssertions");
    }

    @Test
    void aPackageThatKnowsALaterOneIsFound() {
        assertThat(breaches(SEEDED.flow())).contains("protocol.id.KnowsEvent");
    }

    @Test
    void anOpenTypeOfTheProtocolIsFound() {
        assertThat(breaches(SEEDED.closedTypes())).contains("protocol.id.Open");
    }

    @Test
    void aServiceThatKnowsAnotherIsFound() {
        assertThat(breaches(SEEDED.services())).contains("worker.take.KnowsCoordinator");
    }

    @Test
    void aStageThatKnowsAnotherIsFound() {
        assertThat(breaches(SEEDED.stages()))
                .contains("coordinator.plan.KnowsLedger", "agent.preflight.KnowsPlan", "column.value.KnowsCell");
    }

    @Test
    void anAdapterThatIsWiredOutsideOfAppIsFound() {
        assertThat(breaches(SEEDED.wiring())).contains("agent.plan.WiresIo");
    }

    @Test
    void everyWayToReadTheClockIsFound() {
        assertThat(breaches(SEEDED.clock())).contains(CLOCKS);
    }

    @Test
    void aCipherOutsideOfTheSealIsFound() {
        assertThat(breaches(SEEDED.ciphers())).contains("worker.seal.TouchesCiphers", "column.value.TouchesMac");
    }

    @Test
    void kafkaOutsideOfItsAdaptersIsFound() {
        assertThat(breaches(SEEDED.kafka())).contains("catalog.KnowsKafka");
    }

    @Test
    void theDriverOfVaultOutsideOfItsSessionIsFound() {
        assertThat(breaches(SEEDED.vault())).contains("worker.take.KnowsVaultDriver");
    }

    @Test
    void aTimeThatIsPassedInIsNoBreach() {
        assertThat(breaches(SEEDED.clock())).doesNotContain("coordinator.ledger.ReadsClock.passedIn");
    }
}
