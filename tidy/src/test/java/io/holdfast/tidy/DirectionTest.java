package io.holdfast.tidy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Dependencies run one way. */
class DirectionTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.holdfast");

    private static final String ROOT = "io.holdfast.";

    /** Module by module: what it may depend on. The page of the design says the same. */
    private static final Map<String, List<String>> MAY_KNOW = Map.ofEntries(
            Map.entry("protocol", List.of()),
            Map.entry("chunk", List.of("protocol")),
            Map.entry("localservers", List.of("protocol")),
            Map.entry("messaging", List.of("protocol")),
            Map.entry("runtime", List.of("protocol")),
            Map.entry("keys", List.of("protocol", "runtime")),
            Map.entry("repository", List.of("protocol", "runtime", "chunk", "messaging")),
            Map.entry("catalog", List.of("protocol", "chunk", "messaging", "repository", "keys")),
            Map.entry("engine", List.of("protocol", "runtime")),
            Map.entry("gateway", List.of("protocol", "runtime", "keys")),
            Map.entry(
                    "coordinator",
                    List.of("protocol", "chunk", "messaging", "runtime", "keys", "repository", "catalog", "engine")),
            Map.entry(
                    "worker",
                    List.of("protocol", "chunk", "messaging", "runtime", "keys", "repository", "catalog", "engine")),
            Map.entry(
                    "agent",
                    List.of("protocol", "chunk", "messaging", "runtime", "keys", "repository", "catalog", "engine")));

    /** The packages of the protocol in the order of the flow: each knows only those before it. */
    private static final List<String> FLOW = List.of(
            "failure",
            "",
            "id",
            "quantity",
            "chunk",
            "key",
            "job",
            "plan",
            "stripe",
            "manifest",
            "restore",
            "session",
            "event");

    private static final Map<String, List<String>> STAGES = Map.of(
            "coordinator", List.of("accept", "hold", "ledger", "publish"),
            "worker", List.of("take", "read", "check", "seal", "append", "report"),
            "agent", List.of("preflight", "fetch", "place", "recover", "prove"));

    @Test
    void modulesKnowOnlyWhatTheDesignAllows() {
        MAY_KNOW.forEach((module, known) -> noClasses()
                .that()
                .resideInAPackage(ROOT + module + "..")
                .should()
                .dependOnClassesThat(ours(module, known))
                .allowEmptyShould(true)
                .check(ALL));
    }

    private static DescribedPredicate<JavaClass> ours(String module, List<String> known) {
        return DescribedPredicate.describe("are of a module that " + module + " may not know", type -> {
            if (!type.getPackageName().startsWith(ROOT)) {
                return false;
            }
            String other = moduleOf(type);
            return !other.equals(module) && !known.contains(other);
        });
    }

    private static String moduleOf(JavaClass type) {
        String below = type.getPackageName().substring(ROOT.length());
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }

    @Test
    void theProtocolKnowsOnlyTheJdk() {
        classes()
                .that()
                .resideInAPackage("io.holdfast.protocol..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.holdfast.protocol..", "java..", "org.jspecify..")
                .check(ALL);
    }

    @Test
    void theProtocolIsReadInTheOrderOfTheFlow() {
        for (int i = 0; i < FLOW.size(); i++) {
            List<String> later = FLOW.subList(i + 1, FLOW.size()).stream()
                    .map(DirectionTest::protocolPackage)
                    .toList();
            if (later.isEmpty() || FLOW.get(i).equals("failure")) {
                continue;
            }
            noClasses()
                    .that()
                    .resideInAPackage(protocolPackage(FLOW.get(i)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(later.toArray(String[]::new))
                    .allowEmptyShould(true)
                    .check(ALL);
        }
    }

    private static String protocolPackage(String name) {
        return name.isEmpty() ? "io.holdfast.protocol" : "io.holdfast.protocol." + name;
    }

    @Test
    void protocolTypesAreRecordsEnumsInterfacesOrFinal() {
        classes()
                .that()
                .resideInAPackage("io.holdfast.protocol..")
                .and(DescribedPredicate.describe(
                        "are plain classes",
                        type -> !type.isRecord() && !type.isEnum() && !type.isInterface() && !type.isAnonymousClass()))
                .should(com.tngtech.archunit.lang.conditions.ArchConditions.be(DescribedPredicate.describe(
                        "final or sealed",
                        type -> type.getModifiers().contains(com.tngtech.archunit.core.domain.JavaModifier.FINAL)
                                || type.reflect().isSealed())))
                .check(ALL);
    }

    @Test
    void servicesDoNotKnowEachOther() {
        List<String> services = List.of("gateway", "coordinator", "worker", "agent");
        for (String service : services) {
            String[] others = services.stream()
                    .filter(other -> !other.equals(service))
                    .map(other -> ROOT + other + "..")
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + service + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .allowEmptyShould(true)
                    .check(ALL);
        }
    }

    @Test
    void stagesOfAServiceDoNotKnowEachOther() {
        STAGES.forEach((service, stages) -> {
            for (String stage : stages) {
                String[] others = stages.stream()
                        .filter(other -> !other.equals(stage))
                        .map(other -> ROOT + service + "." + other + "..")
                        .toArray(String[]::new);
                noClasses()
                        .that()
                        .resideInAPackage(ROOT + service + "." + stage + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(others)
                        .allowEmptyShould(true)
                        .check(ALL);
            }
        });
    }

    @Test
    void onlyTheEdgesReadTheClock() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + "protocol..",
                        ROOT + "chunk..",
                        ROOT + "coordinator.ledger..",
                        ROOT + "coordinator.accept..")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .check(ALL);
    }

    @Test
    void onlyTheSealAndTheKeysTouchCiphers() {
        noClasses()
                .that()
                .resideInAPackage("io.holdfast..")
                .and()
                .resideOutsideOfPackages(
                        "io.holdfast.chunk.seal..",
                        "io.holdfast.keys..",
                        "io.holdfast.gateway..",
                        "io.holdfast.benchmarks..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("javax\\.crypto\\.(Cipher|Mac|KDF).*")
                .check(ALL);
    }

    @Test
    void onlyMessagingAndItsAdaptersKnowKafka() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + "protocol..",
                        ROOT + "chunk..",
                        ROOT + "runtime..",
                        ROOT + "keys..",
                        ROOT + "engine..",
                        ROOT + "gateway..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(ALL);
    }
}
