package io.holdfast.chunk;

import io.holdfast.protocol.failure.FailureCode;

/** Everything that can be wrong with a sealed stream, told apart. */
public enum ChunkFailure implements FailureCode {
    /** The first 128 bytes are no header. */
    BAD_HEADER(
            "chunk.bad-header",
            "The header of a sealed stream is not of the format HFS1, or of a version or suite that is not known here.",
            "Check that this is a sealed stream and that this release is not older than the one that wrote it;"
                    + " restore from another copy of the set."),
    /** The header is not the one of the receipt. */
    DAMAGED_HEADER(
            "chunk.damaged-header",
            "The header of a sealed stream is not the one that its receipt names.",
            "Restore from another copy of the set, and check the storage under this one."),
    /** The commitment does not open. */
    WRONG_KEY(
            "chunk.wrong-key",
            "The data key is not the one that sealed this stream.",
            "Use the data key of the set that the stream belongs to; without a receipt a damaged header looks the same."),
    /** The stream belongs elsewhere. */
    WRONG_CONTEXT(
            "chunk.wrong-context",
            "A sealed stream was made for another fleet, instance, set, stripe, purpose or suite than the one expected.",
            "Check where the stream was found: it was moved, renamed, or put there by somebody else."),
    /** A frame is lost. */
    MISSING_FRAME(
            "chunk.missing-frame",
            "A frame of a sealed stream is not there although a later one is.",
            "Restore from another copy of the set, and find out what removed parts of this one."),
    /** A frame stands in the wrong place. */
    REORDERED(
            "chunk.reordered",
            "A frame of a sealed stream stands in the wrong place.",
            "Restore from another copy of the set, and find out what rearranged this one."),
    /** A frame is damaged or of another stream. */
    DAMAGED_CHUNK(
            "chunk.damaged-chunk",
            "A frame of a sealed stream is damaged, or was taken from another stream.",
            "Restore from another copy of the set, and check the storage under this one."),
    /** The stream ends early. */
    TRUNCATED(
            "chunk.truncated",
            "A sealed stream ends before its last frame does.",
            "Restore from another copy of the set; the copy may have been interrupted or the disk been full."),
    /** Something follows the last frame. */
    SPLICED(
            "chunk.spliced",
            "Bytes follow the last frame of a sealed stream.",
            "Restore from another copy of the set, and find out what wrote to the end of this one."),
    /** Count, last frame or root are not the receipt's. */
    ROOT_MISMATCH(
            "chunk.root-mismatch",
            "The frames of a sealed stream are not the ones that its receipt names.",
            "Restore from another copy of the set, and check the storage under this one."),
    /** Triple DES with keys that are no three. */
    WEAK_KEY(
            "chunk.weak-key",
            "Two of the three keys that Triple DES derived for a chunk are equal.",
            "When sealing, try again: a new stream has new keys. When opening, the stream cannot be trusted."),
    /** The table cannot be believed. */
    BAD_TABLE(
            "chunk.bad-table",
            "The table of a sealed stream is not what a table may be.",
            "Do not restore this stream: it was not written by this product, or by a release that is newer."),
    /** A file that cannot stand in a table. */
    UNFIT_FILE(
            "chunk.unfit-file",
            "A file or an extent cannot be written into the table of a stream.",
            "Look at the name and size of the file that the message names; such a file cannot be backed up."),
    /** More files than a table holds. */
    TABLE_TOO_LARGE(
            "chunk.table-too-large",
            "The table of a stream would be over 64 MiB.",
            "Cut the stripe into smaller ones."),
    /** Triple DES without an allowance. */
    LEGACY_CIPHER_REFUSED(
            "chunk.legacy-cipher-refused",
            "TRIPLE_DES_3KEY was asked for, but it is not allowed here.",
            "Use AES_256; where a rule still demands Triple DES, allow it: allowLegacyCiphers: true in the job, --allow-legacy-ciphers at the command line."
                    + " NIST SP 800-131A disallows it since 2024."),
    /** A data key that is none. */
    UNFIT_KEY(
            "chunk.unfit-key",
            "The data key is not 32 bytes, is missing for a cipher, or was given for the suite none.",
            "Give the data key of the set, and none for the suite none."),
    /** No cipher. */
    NO_CIPHER(
            "chunk.no-cipher",
            "This Java has no provider for a cipher or hash that the suite needs.",
            "Run the process with a complete JDK 25."),
    /** More bytes than fit in memory. */
    TOO_LARGE_FOR_MEMORY(
            "chunk.too-large-for-memory",
            "A stream that is read whole is larger than what may be held in memory.",
            "This is no stream of an index; check where it was found.");

    private final String code;
    private final String meaning;
    private final String remedy;

    ChunkFailure(String code, String meaning, String remedy) {
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
