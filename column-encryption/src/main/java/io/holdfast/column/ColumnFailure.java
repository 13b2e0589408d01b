package io.holdfast.column;

import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureCode;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;

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
            "Do not use the entry: the key table was changed, or the path is another's; enter the column master key anew."),
    /** No key tables. */
    KEY_TABLES_MISSING(
            "column.key-tables-missing",
            "The database has no key tables in the schema that was named.",
            "Make them with holdfast column init, or name the schema that they are in."),
    /** An entry that its key does not prove. */
    KEY_TABLE_CHANGED(
            "column.key-table-changed",
            "An entry of the key tables does not fit its proof: it was changed by hand, or was not made by Holdfast.",
            "Do not use the column; bring the entry back from a copy of the key tables, and find out who wrote to them."),
    /** No such key. */
    KEY_UNKNOWN(
            "column.key-unknown",
            "The key tables have no key of this name.",
            "Name a key that the message lists, or make it with holdfast column key create."),
    /** No such column. */
    COLUMN_UNKNOWN(
            "column.column-unknown",
            "The key tables have no encrypted column of this name.",
            "Name a column that the message lists, by schema, table and column as the database spells them."),
    /** A name for a second thing. */
    NAME_TAKEN(
            "column.name-taken",
            "A key of this name exists, or a key already has as many values as it may have.",
            "Choose another name: keys are never replaced under their name."),
    /** The last value. */
    KEY_NEEDED(
            "column.key-needed",
            "A column master key cannot be taken away: a column encryption key has no other value.",
            "Give each key a value under another column master key first: rotate-cmk without --finish."),
    /** Not given to this program. */
    MASTER_KEY_ABSENT(
            "column.master-key-absent",
            "A column encryption key is wrapped by column master keys that the program was not given.",
            "Give the program the PKCS#12 file and alias of a column master key that the message names."),
    /** No lookup. */
    NOT_DETERMINISTIC(
            "column.not-deterministic",
            "A value was looked up in a randomized column, where equal values differ.",
            "Look rows up by another column, or encrypt the column anew as deterministic."),
    /** Neither of the two. */
    DATABASE_UNKNOWN(
            "column.database-unknown",
            "The database is neither PostgreSQL nor MariaDB.",
            "Use the library of formats for it; key tables and the command are for PostgreSQL and MariaDB."),
    /** Not now. */
    DATABASE_AWAY(
            "column.database-away",
            "The database is away, is too busy, or another transaction was in the way.",
            "Try again when the database answers; work on a column goes on where it was."),
    /** Not at all. */
    DATABASE_REFUSED(
            "column.database-refused",
            "The database refused a statement.",
            "The message says which, and what the database says; most often a right is missing."),
    /** No key, an index, a name. */
    TABLE_UNSUITABLE(
            "column.table-unsuitable",
            "A column cannot be worked on as it is: no primary key, something else uses it, or it is (not) encrypted.",
            "Do what the message asks: give the table a primary key; drop index, default or view, and make it anew afterwards."),
    /** Rounded. */
    VALUE_INEXACT(
            "column.value-inexact",
            "A value of a column would be another one after encryption or decryption, because the type does not hold it exactly.",
            "Give a type that holds every value of the column: more digits, a finer scale, a longer text."),
    /** Not what was converted. */
    CHECK_FAILED(
            "column.check-failed",
            "Values and cells of a column under work differ, so that the column was not replaced.",
            "Find out which program writes to the column's second column, or turns triggers off; then ask for the same again."),
    /** Unfinished. */
    WORK_OTHER(
            "column.work-other",
            "A column has unfinished work, and something else was asked for.",
            "Ask for the same again as when it began, to its end (holdfast column status shows it), or give it up: holdfast column abandon"
                    + " COLUMN"),
    /** Two at once. */
    WORK_ELSEWHERE(
            "column.work-elsewhere",
            "Another process works on the column.",
            "Let it finish, or end it; the work then goes on when it is asked for again."),
    /** Found by a verification. */
    CELLS_DAMAGED(
            "column.cells-damaged",
            "A verification found cells that cannot be decrypted.",
            "The lines before name their rows; bring those rows back from a backup.");

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

    /** The same failure, which says before all else where it was. */
    public static Failure at(String where, Failure failure) {
        return switch (failure) {
            case Corrupt c -> new Corrupt(c.code(), where + c.what(), c.hint(), c);
            case Denied d -> new Denied(d.code(), where + d.what(), d.hint(), d);
            case Permanent p -> new Permanent(p.code(), where + p.what(), p.hint(), p);
            case Transient t -> new Transient(t.code(), where + t.what(), t.hint(), t);
        };
    }
}
