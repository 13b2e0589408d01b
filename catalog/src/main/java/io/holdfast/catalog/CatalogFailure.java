package io.holdfast.catalog;

import io.holdfast.protocol.failure.FailureCode;

/** What can be wrong with manifests, and with the catalog that holds them. */
public enum CatalogFailure implements FailureCode {
    MANIFEST_TOO_LARGE(
            "catalog.manifest-too-large",
            "The body of a manifest would be over 100 KB.",
            "This is a fault of the program; report it with the message."),
    MANIFEST_DAMAGED(
            "catalog.manifest-damaged",
            "A signed manifest or key section cannot be read.",
            "Use another copy: the catalog, the repository, or the other site has one; then run holdfast catalog rebuild --repository NAME."),
    WRONG_SET(
            "catalog.wrong-set",
            "A manifest or key section is that of another set than its name says.",
            "Somebody moved records or files; use another copy, and find out who did."),
    MANIFEST_CHANGED(
            "catalog.manifest-changed",
            "A set has a second manifest that differs from the first; manifests never change.",
            "The first one is used. Find out who wrote the other one: it is signed with your key."),
    KEYS_WENT_BACK(
            "catalog.keys-went-back",
            "A key section is of an earlier version than the one before it, or does not follow from it.",
            "The newer one is used. Find out who wrote the old one again."),
    KEYS_ABSENT(
            "catalog.keys-absent",
            "The repository has no key section of a set that the catalog lists.",
            "Find out what removes objects from the repository; write the key section there again from the catalog's record or another copy."),
    KEYS_CHANGED(
            "catalog.keys-changed",
            "Two writers gave a set new keys at the same time, and the other one was first.",
            "Nothing needs to be done: it is tried again from what the other one wrote."),
    INDEX_DAMAGED(
            "catalog.index-damaged",
            "A part of the stripe index is not what the manifest says.",
            "Use another copy of the set."),
    STREAMS_ABSENT(
            "catalog.streams-absent",
            "Streams that were sealed are not in the repository any more, so the set is not published.",
            "Find out what removes files or records from the repository; the backup is tried again."),
    ENCRYPTOR_UNPROVEN(
            "catalog.encryptor-unproven",
            "An encryptor could not open the data key that it wrapped, so the set is not published.",
            "Look at the encryptor in the gateway; the message says why it failed. Publishing is tried again."),
    NOT_READ_BACK(
            "catalog.not-read-back",
            "What was written to the repository does not read back as it was written.",
            "Look at the storage under the repository; publishing is tried again."),
    UNKNOWN_SET(
            "catalog.unknown-set",
            "The catalog has no such set.",
            "List the sets: holdfast sets. If the repository has it, run holdfast catalog rebuild --repository NAME."),
    NO_SET(
            "catalog.no-set",
            "The instance has no complete backup set.",
            "Make one: holdfast backup INSTANCE. If the repository has one, run holdfast catalog rebuild --repository NAME.");

    private final String code;
    private final String meaning;
    private final String remedy;

    CatalogFailure(String code, String meaning, String remedy) {
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
