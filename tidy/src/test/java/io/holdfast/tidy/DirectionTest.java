package io.holdfast.tidy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependencies run one way. */
class DirectionTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.holdfast");
    private static final Direction DIRECTION = new Direction("io.holdfast.");

    @Test
    void modulesKnowOnlyWhatTheDesignAllows() {
        DIRECTION.modules().forEach(rule -> rule.check(ALL));
    }

    @Test
    void theProtocolKnowsOnlyTheJdk() {
        DIRECTION.protocolAlone().forEach(rule -> rule.check(ALL));
    }

    @Test
    void theProtocolIsReadInTheOrderOfTheFlow() {
        DIRECTION.flow().forEach(rule -> rule.check(ALL));
    }

    @Test
    void protocolTypesAreRecordsEnumsInterfacesOrFinal() {
        DIRECTION.closedTypes().forEach(rule -> rule.check(ALL));
    }

    @Test
    void servicesDoNotKnowEachOther() {
        DIRECTION.services().forEach(rule -> rule.check(ALL));
    }

    @Test
    void stagesOfAServiceDoNotKnowEachOther() {
        DIRECTION.stages().forEach(rule -> rule.check(ALL));
    }

    @Test
    void onlyAppWiresIo() {
        DIRECTION.wiring().forEach(rule -> rule.check(ALL));
    }

    @Test
    void onlyTheEdgesReadTheClock() {
        DIRECTION.clock().forEach(rule -> rule.check(ALL));
    }

    @Test
    void onlyTheSealAndTheKeysTouchCiphers() {
        DIRECTION.ciphers().forEach(rule -> rule.check(ALL));
    }

    @Test
    void onlyMessagingAndItsAdaptersKnowKafka() {
        DIRECTION.kafka().forEach(rule -> rule.check(ALL));
    }

    @Test
    void onlyTheSessionOfVaultKnowsItsDriver() {
        DIRECTION.vault().forEach(rule -> rule.check(ALL));
    }
}
