package io.holdfast.chunk.seal;

import java.util.Arrays;
import javax.crypto.SecretKey;

/** Key bytes in the form that ciphers take, wiped when destroyed; the JDK's own form cannot be. */
final class WipedKey implements SecretKey {
    private final String algorithm;
    private final transient byte[] content;
    private boolean destroyed;

    /** Takes the bytes over: the caller must not keep the array. */
    WipedKey(String algorithm, byte[] content) {
        this.algorithm = algorithm;
        this.content = content;
    }

    @Override
    public String getAlgorithm() {
        return algorithm;
    }

    @Override
    public String getFormat() {
        return "RAW";
    }

    /** A copy, as the interface demands. */
    @Override
    public byte[] getEncoded() {
        if (destroyed) {
            throw new IllegalStateException("a key was used after it was destroyed");
        }
        return content.clone();
    }

    @Override
    public void destroy() {
        destroyed = true;
        Arrays.fill(content, (byte) 0);
    }

    @Override
    public boolean isDestroyed() {
        return destroyed;
    }

    @Override
    public String toString() {
        return "WipedKey(" + algorithm + ", " + content.length + ")";
    }
}
