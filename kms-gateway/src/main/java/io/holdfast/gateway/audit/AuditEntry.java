package io.holdfast.gateway.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.holdfast.protocol.id.EncryptorName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call: who, what, about what, and how it ended. Never a key, not even a wrapped one.
 *
 * @param t when, ISO-8601 UTC
 * @param caller role and name of the certificate
 * @param serial the certificate's serial number
 * @param verb what was asked
 * @param set the set it was about
 * @param instance the set's instance
 * @param fleet the set's fleet
 * @param job the job that ends or borrows
 * @param digest of the body that was signed
 * @param encryptors those concerned
 * @param outcome {@code granted} or the failure's kind; a change of an encryptor is {@code begun} in a line of its own before
 * @param code the failure's code
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({
    "t",
    "caller",
    "serial",
    "verb",
    "set",
    "instance",
    "fleet",
    "job",
    "digest",
    "encryptors",
    "outcome",
    "code"
})
public record AuditEntry(
        String t,
        String caller,
        String serial,
        String verb,
        @Nullable String set,
        @Nullable String instance,
        @Nullable String fleet,
        @Nullable String job,
        @Nullable String digest,
        @Nullable List<EncryptorName> encryptors,
        String outcome,
        @Nullable String code) {}
