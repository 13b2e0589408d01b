package io.holdfast.tidy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rules of direction, for everything below a root: the product's own packages, or a few classes that break them.
 *
 * @param root with a dot at its end
 */
record Direction(String root) {
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
            Map.entry("column", List.of("protocol")),
            Map.entry("forecast", List.of("protocol", "runtime")),
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

    private static final List<String> SERVICES = List.of("gateway", "coordinator", "worker", "agent");

    private static final Map<String, List<String>> STAGES = Map.of(
            "column", List.of("cell", "key", "value", "guard", "database"),
            "gateway", List.of("admit", "answer", "audit"),
            "coordinator", List.of("accept", "hold", "plan", "ledger", "publish"),
            "worker", List.of("take", "read", "check", "seal", "append", "report"),
            "agent", List.of("plan", "preflight", "fetch", "place", "recover", "prove"));

    /** The stages that are made of others: who holds or publishes plans as it goes, and who answers admits and audits. */
    private static final Map<String, Set<String>> MADE_OF = Map.of(
            "coordinator.hold", Set.of("plan"),
            "coordinator.publish", Set.of("plan"),
            "gateway.answer", Set.of("admit", "audit"));

    /** Modules know only what the design allows. */
    Stream<ArchRule> modules() {
        return MAY_KNOW.entrySet().stream()
                .map(entry -> noClasses()
                        .that()
                        .resideInAPackage(root + entry.getKey() + "..")
                        .should()
                        .dependOnClassesThat(ours(entry.getKey(), entry.getValue())));
    }

    private DescribedPredicate<JavaClass> ours(String module, List<String> known) {
        return DescribedPredicate.describe("are of a module that " + module + " may not know", type -> {
            if (!type.getPackageName().startsWith(root)) {
                return false;
            }
            String other = moduleOf(type);
            return !other.equals(module) && !known.contains(other);
        });
    }

    private String moduleOf(JavaClass type) {
        String below = type.getPackageName().substring(root.length());
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }

    /** The protocol knows only the JDK. */
    Stream<ArchRule> protocolAlone() {
        return Stream.of(classes()
                .that()
                .resideInAPackage(root + "protocol..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(root + "protocol..", "java..", "org.jspecify.."));
    }

    /** The protocol's packages know only those before them in the flow; failures and texts know each other. */
    Stream<ArchRule> flow() {
        return Stream.iterate(1, i -> i < FLOW.size() - 1, i -> i + 1)
                .map(i -> noClasses()
                        .that()
                        .resideInAPackage(protocolPackage(FLOW.get(i)))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(FLOW.subList(i + 1, FLOW.size()).stream()
                                .map(this::protocolPackage)
                                .toArray(String[]::new)));
    }

    private String protocolPackage(String name) {
        return name.isEmpty() ? root + "protocol" : root + "protocol." + name;
    }

    /** The protocol's types are records, enums, interfaces, or classes that are final or sealed. */
    Stream<ArchRule> closedTypes() {
        return Stream.of(classes()
                .that()
                .resideInAPackage(root + "protocol..")
                .and(DescribedPredicate.describe(
                        "are plain classes",
                        type -> !type.isRecord() && !type.isEnum() && !type.isInterface() && !type.isAnonymousClass()))
                .should(ArchConditions.be(DescribedPredicate.describe(
                        "final or sealed",
                        type -> type.getModifiers().contains(JavaModifier.FINAL)
                                || type.reflect().isSealed()))));
    }

    /** No service knows another. */
    Stream<ArchRule> services() {
        return SERVICES.stream()
                .map(service -> noClasses()
                        .that()
                        .resideInAPackage(root + service + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(SERVICES.stream()
                                .filter(other -> !other.equals(service))
                                .map(other -> root + other + "..")
                                .toArray(String[]::new)));
    }

    /** No stage of a service, and no part of column encryption, knows another, but for what it is made of. */
    Stream<ArchRule> stages() {
        return STAGES.entrySet().stream()
                .flatMap(service -> service.getValue().stream()
                        .map(stage -> stageAlone(service.getKey(), stage, service.getValue())));
    }

    private ArchRule stageAlone(String service, String stage, List<String> all) {
        Set<String> parts = MADE_OF.getOrDefault(service + "." + stage, Set.of());
        return noClasses()
                .that()
                .resideInAPackage(root + service + "." + stage + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(all.stream()
                        .filter(other -> !other.equals(stage) && !parts.contains(other))
                        .map(other -> root + service + "." + other + "..")
                        .toArray(String[]::new));
    }

    /** Only {@code app} wires the adapters of {@code io}. */
    Stream<ArchRule> wiring() {
        return SERVICES.stream()
                .filter(service -> !service.equals("worker"))
                .map(service -> noClasses()
                        .that()
                        .resideInAPackage("io.holdfast..")
                        .and()
                        .resideOutsideOfPackages(root + service + ".io..", root + service + ".app..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(root + service + ".io.."));
    }

    /** Only the edges read the clock; the engine's adapters may measure how long they have waited for a server. */
    Stream<ArchRule> clock() {
        return Stream.of(noClasses()
                .that()
                .resideInAPackage(root + "(**)")
                .and()
                .resideOutsideOfPackages(
                        root + "*.app..",
                        root + "*.io..",
                        root + "cli..",
                        root + "tidy..",
                        root + "localservers..",
                        root + "benchmarks..")
                .should()
                .accessTargetWhere(DescribedPredicate.describe("reads the clock", this::readsClock)));
    }

    private boolean readsClock(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        String name = access.getName();
        if (owner.isEquivalentTo(System.class)) {
            boolean waits = access.getOriginOwner().getPackageName().equals(root + "engine.postgresql");
            return name.equals("currentTimeMillis") || (name.equals("nanoTime") && !waits);
        }
        if (owner.isEquivalentTo(Clock.class) || owner.isEquivalentTo(InstantSource.class)) {
            return name.startsWith("system") || (name.startsWith("tick") && !name.equals("tick"));
        }
        if (owner.isEquivalentTo(Date.class)) {
            return access.getDescription().contains("Date.<init>()");
        }
        return owner.getPackageName().startsWith("java.time")
                && name.equals("now")
                && !access.getDescription().contains("now(java.time.Clock)");
    }

    /** Only the sealing, the keepers of keys, the cells and keys of encrypted columns, and the calibration of forecasts touch ciphers. */
    Stream<ArchRule> ciphers() {
        return Stream.of(noClasses()
                .that()
                .resideInAPackage(root + "(**)")
                .and()
                .resideOutsideOfPackages(
                        root + "chunk.seal..",
                        root + "keys..",
                        root + "gateway..",
                        root + "column.cell..",
                        root + "column.key..",
                        root + "forecast.calibrate..",
                        root + "benchmarks..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("javax\\.crypto\\.(Cipher|Mac|KDF|KEM).*"));
    }

    /** Only messaging, the repository in Kafka, and the coordinator's streams know Kafka (ADR 0001). */
    Stream<ArchRule> kafka() {
        return Stream.of(noClasses()
                .that()
                .resideInAPackage(root + "(**)")
                .and()
                .resideOutsideOfPackages(
                        root + "messaging..",
                        root + "repository.kafka..",
                        root + "coordinator.io..",
                        root + "localservers..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka.."));
    }

    /** Only the one session of Vault knows its driver (ADR 0046). */
    Stream<ArchRule> vault() {
        return Stream.of(noClasses()
                .that()
                .resideInAPackage(root + "(**)")
                .and()
                .resideOutsideOfPackage(root + "runtime.vault..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.github.jopenlibs.."));
    }
}
