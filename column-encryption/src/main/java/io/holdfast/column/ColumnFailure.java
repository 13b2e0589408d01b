package io.holdfast.column;

import io.holdfast.protocol.failure.FailureCode;

/** Failures of encrypted columns. */
public enum ColumnFailure implements FailureCode {
    /** No cell at all. */
    CELL_LENGTH(
            "column.cell-length",
            "A value in an encrypted column has a length that no encrypted value can have: it is cut, or it is plaintext.",
            "Bring the value back from a backup or encrypt it; a guard on the column keeps plaintext out."),
    /** Another format. */
    CELL_VERSION(
            "column.cell-version",
            "A value in an encrypted column does not begin with the version byte 1: it is plaintext, or of a later version.",
            "Encrypt the plaintext, or read the value with the program that wrote it."),
    /** Changed, or another key. */
    CELL_TAG(
            "column.cell-tag",
            "The tag of an encrypted value does not fit: the value was changed or damaged, or it is under another key.",
            "Check that the column has the key that it was written with; if so, bring the value back from a backup."),
    /** Authentic, but not written as the format says. */
    CELL_PADDING(
            "column.cell-padding",
            "An encrypted value is authentic, but its padding is wrong: a program that has the key wrote it wrongly.",
            "Find the program that wrote it, and write the value again."),
    /** Not what the type is. */
    VALUE_NOT_OF_TYPE(
            "column.value-not-of-type",
            "A value was decrypted, but its bytes are not of the column's type: it was written as another type, or comes from another column.",
            "Check the column's declared type, and whether values were copied between columns that share a key."),
    /** Too large, too long, too early. */
    VALUE_OUT_OF_RANGE(
            "column.value-out-of-range",
            "A value does not fit into its column's type, so that it is not stored.",
            "Give a value inside the range that the message names, or declare the column wider."),
    /** A character that the code page lacks. */
    VALUE_UNMAPPABLE(
            "column.value-unmappable",
            "A text holds a character that the column's character set does not have, so that it is not stored.",
            "Declare the column as nvarchar, or in a character set that has the character."),
    /** An object that is none. */
    VALUE_WRONG_CLASS(
            "column.value-wrong-class",
            "A value is of a Java class that the column's type does not take.",
            "Give a value of a class that the message names."),
    /** Not a type. */
    TYPE_UNKNOWN(
            "column.type-unknown",
            "The declared type of an encrypted column is not one that can be encrypted.",
            "Declare one of the types in the list of column-encryption.md, with length, precision and scale inside their limits."),
    /** Cut or of another version. */
    KEY_VALUE_DAMAGED(
            "column.key-value-damaged",
            "The encrypted value of a column encryption key is cut, too long, or of another version.",
            "Bring the value back from a copy of the key table."),
    /** Of another master key. */
    KEY_VALUE_PATH(
            "column.key-value-path",
            "The encrypted value of a column encryption key names another path than its column master key has.",
            "Name the column master key that the value was made with, under the path that it had then."),
    /** Signature. */
    KEY_VALUE_SIGNATURE(
            "column.key-value-signature",
            "The signature of a column encryption key's value does not fit: the value was changed, or is of another column master key.",
            "Do not use the value; bring it back from a copy of the key table, or name the column master key that made it."),
    /** Cannot be unwrapped. */
    KEY_VALUE_NOT_OPENED(
            "column.key-value-not-opened",
            "A column encryption key's value has a right signature, but does not decrypt to a key of 32 bytes.",
            "Find the program that made it: Holdfast and SQL Server use RSA-OAEP with SHA-1 and keys of 256 bits."),
    /** A key of the wrong size. */
    KEY_LENGTH(
            "column.key-length",
            "A column encryption key is not 32 bytes long.",
            "Give a key of 256 bits; no other is defined for AEAD_AES_256_CBC_HMAC_SHA_256."),
    /** No such file, or not that password. */
    MASTER_KEY_STORE(
            "column.master-key-store",
            "The PKCS#12 file with the column master key cannot be read or opened.",
            "Check path, rights and password of the file."),
    /** No such alias. */
    MASTER_KEY_MISSING(
            "column.master-key-missing",
            "The PKCS#12 file has no private key with a certificate under this alias.",
            "Name an alias that the message lists, or another file."),
    /** Not RSA, or too small. */
    MASTER_KEY_UNSUITABLE(
            "column.master-key-unsuitable",
            "A column master key is not an RSA key of 2048 to 16384 bits, or its certificate is another key's.",
            "Use an RSA key of at least 2048 bits, with its own certificate."),
    /** The metadata was changed. */
    MASTER_KEY_SIGNATURE(
            "column.master-key-signature",
            "The signature over a column master key's provider, path and enclave setting does not fit.",
            "Do not use the entry: the key table was changed, or the path is another's; enter the column master key anew.");

    private final String code;
    private final String meaning;
    private final String remedy;

    ColumnFailure(String code, String meaning, String remedy) {
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
