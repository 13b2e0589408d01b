package io.holdfast.keys;

import io.holdfast.protocol.failure.FailureCode;

/** Failures around data keys, as their users meet them. */
public enum KeysFailure implements FailureCode {
    /** A manifest signed by a key that is not pinned. */
    SIGNER_NOT_PINNED(
            "keys.signer-not-pinned",
            "A manifest is signed by a key that this process does not trust.",
            "If the key is yours, add it to the pinned keys (holdfast keys list shows those of a store); if not, do not use the set."),
    /** A signature that does not fit. */
    SIGNATURE_WRONG(
            "keys.signature-wrong",
            "A manifest's signature does not fit its bytes: the manifest was changed or damaged.",
            "Use another copy of the manifest; do not restore from this one."),
    /** No answer. */
    GATEWAY_UNREACHABLE(
            "keys.gateway-unreachable",
            "The key gateway cannot be reached.",
            "Check that the gateway runs and that its address, port and the network between are right; the call is tried again."),
    /** TLS refused. */
    GATEWAY_NOT_TRUSTED(
            "keys.gateway-not-trusted",
            "The gateway and this process do not trust each other's certificates.",
            "Give both certificates of the same fleet CA (holdfast init makes them), and check host name and expiry."),
    /** An answer that is none. */
    ANSWER_NOT_UNDERSTOOD(
            "keys.answer-not-understood",
            "The gateway's answer is not of the form this version knows.",
            "Check that the address is a gateway's, and that gateway and client are of compatible versions."),
    /** The job has ended. */
    JOB_ENDED(
            "keys.job-ended",
            "The job's ephemeral key does not exist: the job has ended, its key expired, or a later attempt runs.",
            "Nothing to do if the job has ended; otherwise start the job again."),
    /** Unknown encryptor. */
    UNKNOWN_ENCRYPTOR(
            "keys.unknown-encryptor",
            "A job or a set names an encryptor that this keeper of keys does not have.",
            "Correct the name, or configure the encryptor; holdfast keys list shows those of the gateway."),
    /** Disabled by a key administrator. */
    ENCRYPTOR_DISABLED(
            "keys.encryptor-disabled",
            "A key administrator disabled the encryptor: it neither wraps nor opens data keys.",
            "Use another encryptor of the set or for the job, or have it enabled again: holdfast keys enable NAME."),
    /** Its keys are made elsewhere. */
    NOT_ROTATED_HERE(
            "keys.not-rotated-here",
            "The gateway makes no new keys for an encryptor of this kind.",
            "Make the new key where the old one lies, and name it in the gateway's configuration."),
    /** What it wraps is not bound to its set. */
    CONTEXT_IGNORED(
            "keys.context-ignored",
            "An encryptor's key ignores the set's context, so it would not bind a data key to its set.",
            "In Vault: create a key with derived=true and name that one; a key's derivation cannot be changed later."),
    /** Bad request. */
    BAD_REQUEST("keys.bad-request", "The request for a key is not of its form.", "Correct what the message names."),
    /** Does not open. */
    DOES_NOT_OPEN(
            "keys.does-not-open",
            "A wrapped key does not open under its encryptor and this set's context: it is damaged or another set's.",
            "Use another copy of the set's key section, or another of its encryptors."),
    /** Opens, but is another key. */
    OTHER_KEY(
            "keys.other-key",
            "A wrapped key opened, but it is not the key that the manifest commits to.",
            "Do not use this key section; find the one that belongs to the set."),
    /** None of several opens. */
    NONE_OPENS(
            "keys.none-opens",
            "None of the set's encryptors opened the data key.",
            "The message says why for each; repair one of them."),
    /** A key version that is gone. */
    KEY_VERSION_GONE(
            "keys.key-version-gone",
            "The encryptor no longer has the version of the key that wrapped this data key, or no longer allows it.",
            "Bring the version back (a sealed store's copy, min_decryption_version in transit), or use another encryptor."),
    /** No store. */
    STORE_MISSING(
            "keys.store-missing",
            "The sealed store's file does not exist or cannot be read.",
            "Give the right path, or bring back a copy of the file; holdfast init makes a new store for a new fleet."),
    /** Would overwrite. */
    STORE_EXISTS(
            "keys.store-exists",
            "A sealed store is never overwritten.",
            "Use the store that is there, or another path."),
    /** Wrong passphrase. */
    STORE_LOCKED(
            "keys.store-locked",
            "The passphrase or key file is not this sealed store's; the store itself is whole.",
            "Give the store's own passphrase or key file; there is no other way to open it."),
    /** Changed bytes. */
    STORE_DAMAGED(
            "keys.store-damaged",
            "The sealed store's file was changed or damaged.",
            "Bring back a copy of the file from a backup of the gateway; keep the damaged one for inquiry."),
    /** Two gateways. */
    STORE_IN_USE(
            "keys.store-in-use",
            "Another process has the sealed store open for writing.",
            "End the other gateway first; two gateways never share one store."),
    /** Cannot be written. */
    STORE_NOT_WRITTEN(
            "keys.store-not-written", "The sealed store cannot be written.", "Check space and rights of its folder."),
    /** Read only. */
    STORE_READ_ONLY(
            "keys.store-read-only",
            "The sealed store was opened for reading only, as an offline restore does.",
            "Ask the gateway for what changes keys."),
    /** A bad key file. */
    STORE_KEY_FILE(
            "keys.store-key-file",
            "The file or passphrase that shall unlock the sealed store is not of its form.",
            "A key file holds 64 hexadecimal digits; a passphrase has at least 12 characters."),
    /** Already there. */
    ENCRYPTOR_EXISTS(
            "keys.encryptor-exists",
            "The sealed store has an encryptor of this name.",
            "Use another name, or give the encryptor a new version instead."),
    /** No certificate to wrap to. */
    CERTIFICATE_UNFIT(
            "keys.certificate-unfit",
            "A certificate cannot be used to wrap data keys.",
            "Give a PEM file of a certificate with RSA of 3072 or 4096 bits or EC on P-384, followed by those of its issuers."),
    /** Expired, or not yet valid. */
    CERTIFICATE_NOT_VALID(
            "keys.certificate-not-valid",
            "A certificate is not valid now: what was wrapped to it opens, nothing new is wrapped.",
            "Configure a certificate that is valid, for the same key or for a new one; sets of the old key still open."),
    /** In one place only, where that is not allowed. */
    NEVER_EXPORTED(
            "keys.never-exported",
            "The gateway wraps by no certificate whose private part was never exported (requireExported).",
            "Export it (holdfast keys certificate export), keep the file and its passphrase elsewhere, and start the gateway again."),
    /** Public part only. */
    PRIVATE_KEY_ELSEWHERE(
            "keys.private-key-elsewhere",
            "A data key is wrapped to a certificate whose private key is not here.",
            "Restore where the private key is, or import it into this site's sealed store and configure the certificate."
                    + " Another encryptor of the set opens it, too."),
    /** A file of a private key. */
    KEY_FILE_UNFIT(
            "keys.key-file-unfit",
            "A file with a private key cannot be used: it is of another form, the passphrase is wrong, or the key is another certificate's.",
            "Check file and passphrase with openssl pkcs8 -in FILE -noout, or openssl pkcs12 -in FILE -info -noout.");

    private final String code;
    private final String meaning;
    private final String remedy;

    KeysFailure(String code, String meaning, String remedy) {
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
