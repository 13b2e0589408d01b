package io.holdfast.messaging.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.holdfast.messaging.codec.Shapes;
import io.holdfast.messaging.schema.ApiDocument.Channel;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.MemberStatus;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SignedManifest;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StripeOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes {@code docs/schemas/*.json} and {@code docs/asyncapi.json} from the records. */
public final class SchemaDocuments {
    /** Every record that travels or is kept. */
    static final List<Class<?>> RECORDS = List.of(
            JobRequest.class,
            JobEvent.class,
            JobStatus.class,
            SessionOrder.class,
            StripeOrder.class,
            RestoreOrder.class,
            MemberStatus.class,
            SignedManifest.class,
            ManifestBody.class,
            KeySection.class);

    private static final String SET_KEYS = "The set's id and /body or /keys.";

    private static final List<Channel> CHANNELS = List.of(
            new Channel("jobs", "The job's id.", "What somebody asks for.", List.of(JobRequest.class)),
            new Channel("job-events", "The job's id.", "What happened to jobs.", List.of(JobEvent.class)),
            new Channel(
                    "job-status",
                    "The job's id.",
                    "The latest state of each job; compacted.",
                    List.of(JobStatus.class)),
            new Channel(
                    "sessions",
                    "The job's id.",
                    "Orders to open a backup and hold it; shared.",
                    List.of(SessionOrder.class)),
            new Channel(
                    "publishing",
                    "The job's id.",
                    "Orders of short work: to write what makes a set whole, to plan a verification, to end keys; shared.",
                    List.of(SessionOrder.class)),
            new Channel(
                    "stripes",
                    "The job's id and the stripe's number.",
                    "Orders to the workers; shared.",
                    List.of(StripeOrder.class)),
            new Channel("restores", "The agent's name.", "Orders to the restore agents.", List.of(RestoreOrder.class)),
            new Channel(
                    "members", "The member's id.", "Who is up; each says so every 5 s.", List.of(MemberStatus.class)),
            new Channel(
                    "catalog",
                    SET_KEYS,
                    "Signed manifests and key sections; compacted.",
                    List.of(SignedManifest.class, KeySection.class)));

    private SchemaDocuments() {}

    /** Writes all documents below the folder {@code docs} named by the first argument. */
    public static void main(String[] arguments) {
        Path docs = Path.of(arguments.length == 0 ? "docs" : arguments[0]);
        documents().forEach((name, text) -> write(docs.resolve(name), text));
    }

    /** All documents: path below {@code docs}, and text. */
    static Map<String, String> documents() {
        Map<String, String> documents = new TreeMap<>();
        for (Class<?> type : RECORDS) {
            documents.put(
                    "schemas/" + Shapes.kebab(type.getSimpleName()) + ".json", pretty(RecordSchema.document(type)));
        }
        documents.put("asyncapi.json", pretty(ApiDocument.of(CHANNELS)));
        return documents;
    }

    private static String pretty(JsonNode document) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        ObjectWriter writer = new JsonMapper().writer(printer);
        try {
            return writer.writeValueAsString(document) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
