package io.holdfast.runtime;

import io.holdfast.protocol.failure.FailureCode;

/** Failures that any process may meet: configuration, secrets, certificates, ports. */
public enum RuntimeFailure implements FailureCode {
    /** No such file. */
    CONFIG_MISSING(
            "runtime.config-missing",
            "The configuration file does not exist or cannot be read.",
            "Give the right path; holdfast init writes a first configuration."),
    /** Something in it is wrong. */
    CONFIG_INVALID(
            "runtime.config-invalid",
            "The configuration has unknown, missing or wrong settings.",
            "Correct what the message lists; docs/configuration.md describes every setting."),
    /** What it refers to is not there. */
    CONFIG_UNREACHABLE(
            "runtime.config-unreachable",
            "The configuration refers to secrets, files or folders that this process cannot use on this machine.",
            "Make or correct what the message lists, or correct the setting that names it."),
    /** A secret written out. */
    SECRET_AS_LITERAL(
            "runtime.secret-as-literal",
            "A secret stands in the configuration itself.",
            "Put the secret in a file of mode 600 and write file:/path, or in the environment and write env:NAME."),
    /** Nobody reads this scheme. */
    SECRET_SCHEME_UNKNOWN(
            "runtime.secret-scheme-unknown",
            "A vault: reference stands where no Vault is known.",
            "Describe the Vault in a section vaults of the same configuration (docs/keys.md), or use env:NAME or file:/path."),
    /** Nothing there. */
    SECRET_MISSING(
            "runtime.secret-missing",
            "A secret that the configuration refers to is missing, empty or too long.",
            "Set the variable or write the file that the message names."),
    /** Cannot be read. */
    SECRET_UNREADABLE(
            "runtime.secret-unreadable",
            "A secret's file cannot be read by this process.",
            "Give the file to the user that runs this process, with mode 600."),
    /** Readable by others. */
    SECRET_EXPOSED(
            "runtime.secret-exposed",
            "A secret's or private key's file may be read or changed by other users.",
            "Give the file mode 600."),
    /** No answer. */
    VAULT_UNREACHABLE(
            "runtime.vault-unreachable",
            "Vault or OpenBao cannot be reached or answers with an error of its own.",
            "Check that it runs, that its address is right and that its certificate is of the configured CA."),
    /** Sealed. */
    VAULT_SEALED(
            "runtime.vault-sealed",
            "Vault or OpenBao is sealed or not initialised.",
            "Unseal it; calls succeed again by themselves."),
    /** 403. */
    VAULT_DENIED(
            "runtime.vault-denied",
            "Vault or OpenBao refuses the process: its login is not valid or has ended, or its policy lacks the right.",
            "Give the process a valid token or AppRole, and the policy of docs/keys.md."),
    /** 404. */
    VAULT_MISSING(
            "runtime.vault-missing",
            "Vault or OpenBao has no such secret, field, key or mount.",
            "Make what the message names as docs/keys.md says, or correct its name; a reference is vault:mount/path#field, without data/."),
    /** Something else. */
    VAULT_REFUSED(
            "runtime.vault-refused",
            "Vault or OpenBao refuses a request as wrong.",
            "The message has its words; compare the key's or secret's settings with docs/keys.md."),
    /** A PEM file that is none. */
    CERTIFICATE_UNREADABLE(
            "runtime.certificate-unreadable",
            "A certificate or private key cannot be read, or they do not fit each other.",
            "Give PEM files: certificate, private key as unencrypted PKCS#8, and the CA's certificate."),
    /** Expired. */
    CERTIFICATE_EXPIRED(
            "runtime.certificate-expired",
            "A certificate is not valid now.",
            "Replace it by a new one of the fleet's CA, which running processes take up by themselves, and check the machine's clock."),
    /** Would overwrite. */
    CERTIFICATES_EXIST(
            "runtime.certificates-exist",
            "There are certificates in the folder already; a fleet's CA is never overwritten.",
            "Use another folder, or delete the old one if nothing uses it."),
    /** Cannot write. */
    FILE_NOT_WRITTEN(
            "runtime.file-not-written",
            "A file cannot be written.",
            "Check space and rights of the folder that the message names."),
    /** The port is taken. */
    PORT_BUSY(
            "runtime.port-busy",
            "A port that this process listens on is taken by another process, or may not be used.",
            "Choose another port in the configuration, or end the other process."),
    /** A defect. */
    DEFECT(
            "runtime.defect",
            "Something failed in a way that the program does not know: a defect of the program.",
            "Please report it with the log; the log has the details.");

    private final String code;
    private final String meaning;
    private final String remedy;

    RuntimeFailure(String code, String meaning, String remedy) {
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
