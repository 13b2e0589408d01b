package io.holdfast.runtime.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

final class LoggingTest {
    private static String logged(LogSettings settings) {
        PrintStream before = System.err;
        ByteArrayOutputStream caught = new ByteArrayOutputStream();
        System.setErr(new PrintStream(caught, true, StandardCharsets.UTF_8));
        try {
            Logging.start("worker", settings);
            Logger log = LoggerFactory.getLogger("io.holdfast.sample");
            try (MDC.MDCCloseable job = LogField.JOB.with("01J")) {
                log.info("stripe {} sealed", 7);
                assertThat(job).isNotNull();
            }
            log.debug("not at this level");
            LoggerFactory.getLogger("org.apache.kafka.clients").info("not of this logger");
            return caught.toString(StandardCharsets.UTF_8);
        } finally {
            System.setErr(before);
            Logging.start("test", LogSettings.text());
        }
    }

    @Test
    void aJsonLineCarriesRoleAndJob() throws Exception {
        String line = logged(new LogSettings(LogFormat.JSON, LogLevel.INFO, Map.of("org.apache.kafka", LogLevel.WARN)));

        JsonNode json = new ObjectMapper().readTree(line);
        assertThat(line.lines()).hasSize(1);
        assertThat(json.get("message").asText()).isEqualTo("stripe 7 sealed");
        assertThat(json.get("role").asText()).isEqualTo("worker");
        assertThat(json.get("job").asText()).isEqualTo("01J");
        assertThat(json.get("level").asText()).isEqualTo("INFO");
    }

    @Test
    void aTextLineIsForPeople() {
        assertThat(logged(LogSettings.text()).lines())
                .singleElement()
                .asString()
                .contains("INFO  sample")
                .contains("stripe 7 sealed [job=01J]");
    }
}
