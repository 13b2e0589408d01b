package io.holdfast.chunk.frame;

import io.holdfast.protocol.Bytes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/**
 * The root over a stream's frames: a Merkle tree as in RFC 6962, section 2.1, with SHA-256. Leaves are hashes of 0x00 and a
 * whole frame, nodes of 0x01 and their two children. Grows leaf by leaf and keeps one hash for each level.
 */
final class MerkleTree {
    private static final byte LEAF = 0;
    private static final byte NODE = 1;

    private final MessageDigest digest = Sha256.digest();
    private final byte[][] subtrees = new byte[Long.SIZE][];
    private long leaves;

    /** Adds a frame, from position to limit, which is consumed. */
    void add(ByteBuffer frame) {
        digest.update(LEAF);
        digest.update(frame);
        byte[] hash = digest.digest();
        int level = 0;
        // As in a binary counter: two complete subtrees of a level become one of the next.
        while ((leaves >>> level & 1) == 1) {
            hash = node(subtrees[level], hash);
            level++;
        }
        subtrees[level] = hash;
        leaves++;
    }

    /** The root over all frames so far; with none, the hash of nothing. */
    Bytes root() {
        byte[] root = null;
        for (int level = 0; level < Long.SIZE; level++) {
            if ((leaves >>> level & 1) == 1) {
                root = root == null ? subtrees[level] : node(subtrees[level], root);
            }
        }
        return Bytes.of(root == null ? digest.digest() : root);
    }

    private byte[] node(byte[] left, byte[] right) {
        digest.update(NODE);
        digest.update(left);
        return digest.digest(right);
    }
}
