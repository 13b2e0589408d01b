package io.holdfast.gateway;

import io.holdfast.protocol.failure.FailureCode;

/** Failures of the gateway itself and of what stands behind it. */
public enum GatewayFailure implements FailureCode {
    /** A certificate without a role of ours. */
    ROLE_UNKNOWN(
            "gateway.role-unknown",
            "The caller's certificate names no role of this product in its OU.",
            "Use a certificate that holdfast init made, or one of the same CA whose only OU is the role."),
    /** Not this role's. */
    ROLE_LACKS_RIGHT(
            "gateway.role-lacks-right",
            "The caller's role may not make this call.",
            "Use the certificate of the role that the message names; commands take it by --tls-certificate and --tls-key."),
    /** Too many failures. */
    TOO_MANY_FAILURES(
            "gateway.too-many-failures",
            "A caller's requests failed too often within a minute; it is refused for a while.",
            "Wait a minute; the audit log shows what failed and why."),
    /** No such path. */
    UNKNOWN_CALL(
            "gateway.unknown-call",
            "The gateway has no such call.",
            "Check the gateway's address, and that client and gateway are of compatible versions."),
    /** Not JSON of the form. */
    REQUEST_NOT_UNDERSTOOD(
            "gateway.request-not-understood",
            "A request's body is not of its form.",
            "Check that client and gateway are of compatible versions."),
    /** Too long. */
    REQUEST_TOO_LONG(
            "gateway.request-too-long",
            "A request's body is longer than 64 KiB.",
            "Check that client and gateway are of compatible versions."),
    /** The log cannot be written. */
    AUDIT_NOT_WRITTEN(
            "gateway.audit-not-written",
            "The audit log cannot be written, so no key leaves the gateway.",
            "Make room on the audit log's disk, or give the gateway's user the right to write it, and start the gateway again."),
    /** The chain is broken. */
    AUDIT_DAMAGED(
            "gateway.audit-damaged",
            "A line of the audit log was changed, dropped or added.",
            "Keep the file as evidence, move it aside, and start the gateway again; it begins a new log."),
    /** Only when somebody looks through it. */
    AUDIT_NOT_READ(
            "gateway.audit-not-read",
            "The audit log cannot be read.",
            "Check the path, and run the command as a user who may read it."),
    /** The port. */
    PORT_BUSY(
            "gateway.port-busy",
            "The gateway's port is taken by another process, or may not be used.",
            "Choose another port in the configuration, or end the other process."),
    /** Configured, but not there. */
    VAULT_UNKNOWN(
            "gateway.vault-unknown",
            "An encryptor names a Vault that the configuration does not describe.",
            "Add it below vaults, or correct the encryptor's vault."),
    /** Configured, but not there. */
    HSM_UNKNOWN(
            "gateway.hsm-unknown",
            "An encryptor names an HSM that the configuration does not describe.",
            "Add it below hsms, or correct the encryptor's hsm."),
    /** Library or slot. */
    HSM_NOT_FOUND(
            "gateway.hsm-not-found",
            "The PKCS#11 library of an HSM cannot be loaded, or has no such slot.",
            "Correct hsms.NAME.library, slot or slotIndex; the vendor's tool lists the slots."),
    /** Login. */
    HSM_PIN_REFUSED(
            "gateway.hsm-pin-refused",
            "An HSM refuses the PIN. It is not tried again, as tokens lock themselves after a few wrong ones.",
            "Correct the PIN where hsms.NAME.pin refers to, and start the gateway again."),
    /** Anything else. */
    HSM_FAILED(
            "gateway.hsm-failed",
            "An HSM does not do what is asked of it: it is away, or full, or lacks a mechanism.",
            "Look at the HSM with its vendor's tools; the gateway logs in again by itself when it is back."),
    /** No key. */
    HSM_KEY_MISSING(
            "gateway.hsm-key-missing",
            "An HSM has no key of the label that an encryptor names.",
            "Make it: holdfast keys rotate NAME; or correct the encryptor's key."),
    /** Not one that we trust. */
    HSM_KEY_UNFIT(
            "gateway.hsm-key-unfit",
            "An encryptor's key in an HSM can be read out of it, or is no AES key.",
            "Use one that was made inside the HSM and cannot be extracted; holdfast keys rotate NAME makes such a one."),
    /** A defect. */
    DEFECT("gateway.defect", "The gateway met a defect of its own.", "Please report it with the gateway's log.");

    private final String code;
    private final String meaning;
    private final String remedy;

    GatewayFailure(String code, String meaning, String remedy) {
        this.code = code;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String remedy() {
        return remedy;
    }
}
