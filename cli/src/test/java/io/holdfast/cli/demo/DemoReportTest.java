package io.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DemoReportTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    private final DemoReport report = new DemoReport();

    @Test
    void asJsonEachCheckSaysWhetherItHolds() {
        report.check("pages", "7 checked", DemoReport.Verdict.HOLDS);
        report.check("table", "another hash", DemoReport.Verdict.FAILS);
        report.fact("set", "A-1");

        assertThat(report.print(new Screen(stream, stream), Form.JSON)).isFalse();

        assertThat(said.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"proven\":false,\"checks\":[{\"holds\":true,\"check\":\"pages\",\"found\":\"7 checked\"},"
                        + "{\"holds\":false,\"check\":\"table\",\"found\":\"another hash\"}],"
                        + "\"facts\":[{\"fact\":\"set\",\"value\":\"A-1\"}]}\n");
    }

    @Test
    void asTablesItEndsWithASentence() {
        report.check("pages", "7 checked", DemoReport.Verdict.HOLDS);

        assertThat(report.print(new Screen(stream, stream), Form.TABLES)).isTrue();

        assertThat(said.toString(StandardCharsets.UTF_8)).contains("All 1 checks hold");
    }
}
