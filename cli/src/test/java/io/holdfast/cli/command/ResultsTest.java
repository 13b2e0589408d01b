package io.holdfast.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.Screen;
import io.holdfast.cli.show.Shown;
import io.holdfast.gateway.audit.AuditChain;
import io.holdfast.gateway.audit.AuditFound;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.SetId;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private final CatalogEntry set = Shown.set(Suite.AES_256);
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private Results results(Form form) {
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        return new Results(new Screen(stream, stream), form);
    }

    private String said() {
        String text = said.toString(StandardCharsets.UTF_8);
        said.reset();
        return text;
    }

    @Test
    void aGapInTheChainIsSaidBelowTheListAndInTheSetAndInJson() {
        SetId id = set.body().set();
        Map<SetId, String> gaps = Map.of(id, "number 3 is missing");
        results(Form.TABLES).sets(List.of(set), gaps);
        assertThat(said()).contains("warning: set " + id + ": number 3 is missing");
        results(Form.JSON).sets(List.of(set), gaps);
        assertThat(said()).contains("\"gap\":\"number 3 is missing\"");
        results(Form.TABLES).set(set, "number 3 is missing");
        assertThat(said()).contains("gap").contains("number 3 is missing");
    }

    @Test
    void aWholeChainIsNotMentioned() {
        for (Form form : Form.values()) {
            results(form).sets(List.of(set), Map.of());
            results(form).set(set, null);
            assertThat(said()).doesNotContain("gap").doesNotContain("warning");
        }
    }

    @Test
    void aWholeAuditLogPrintsTheHeadToKeepAndWhatIsNotThere() {
        AuditChain.Head head = new AuditChain.Head(12, AuditChain.Head.START.hash());
        results(Form.TABLES).audit(new AuditFound(2, 5, head, true));
        assertThat(said())
                .contains("Lines 5 to 12 are as they were written, in 2 files.")
                .contains("The lines before are not here")
                .contains("One more line is being written")
                .contains("head: 12:" + "0".repeat(64));
        results(Form.JSON).audit(new AuditFound(1, 1, head, false));
        assertThat(said()).contains("\"firstLine\":1,\"lastLine\":12,\"head\":\"12:0");
        results(Form.TABLES).audit(new AuditFound(1, 0, AuditChain.Head.START, false));
        assertThat(said()).contains("The audit log is empty.");
    }
}
