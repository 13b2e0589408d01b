package io.holdfast.keys.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.metrics.Metrics;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RetryingDataKeysTest {
    private final Transient down = new Transient(KeysFailure.GATEWAY_UNREACHABLE, "down");

    private final Deque<Failure> failures = new ArrayDeque<>();
    private final List<Duration> pauses = new ArrayList<>();
    private final DataKeys inner = MemoryDataKeys.of(InstantSource.system(), new EncryptorName("one"));

    private DataKeys failing() {
        return (DataKeys) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataKeys.class}, (proxy, method, arguments) -> {
                    if (!failures.isEmpty()) {
                        throw failures.pop();
                    }
                    try {
                        return method.invoke(inner, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private DataKeys patient(Duration patience) {
        return new RetryingDataKeys(failing(), patience, pauses::add);
    }

    @Test
    void aGatewayThatComesBackIsNotNoticed() {
        failures.addAll(List.of(down, down, down));

        assertThat(patient(Duration.ofMinutes(1)).publicKeys()).hasSize(1);
        assertThat(pauses).hasSize(3);
        assertThat(pauses.getLast()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }

    @Test
    void patienceEndsAndTheLastFailureIsTold() {
        for (int i = 0; i < 1000; i++) {
            failures.add(down);
        }

        assertThatThrownBy(() -> patient(Duration.ofSeconds(30)).publicKeys()).isSameAs(down);
        assertThat(pauses.stream().mapToLong(Duration::toMillis).sum()).isBetween(30_000L, 36_000L);
    }

    @Test
    void whatIsDeniedIsNotTriedAgain() {
        failures.add(new Denied(KeysFailure.JOB_ENDED, "no"));

        assertThatThrownBy(() -> patient(Duration.ofMinutes(1)).publicKeys()).isInstanceOf(Denied.class);
        assertThat(pauses).isEmpty();
    }

    @Test
    void callsAreMeasuredByVerbAndOutcome() {
        failures.add(new Denied(KeysFailure.JOB_ENDED, "no"));
        try (Metrics metrics = Metrics.of("test")) {
            DataKeys metered = new MeteredDataKeys(failing(), metrics);

            assertThatThrownBy(metered::publicKeys).isInstanceOf(Denied.class);
            metered.publicKeys();

            assertThat(metrics.scrape())
                    .contains(
                            "holdfast_keys_call_seconds_count{outcome=\"denied\",role=\"test\",verb=\"public_keys\"} 1")
                    .contains(
                            "holdfast_keys_call_seconds_count{outcome=\"granted\",role=\"test\",verb=\"public_keys\"} 1");
        }
    }
}
