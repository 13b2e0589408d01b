package io.holdfast.keys.store;

import io.holdfast.keys.Ed25519;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.ManifestSignature;
import io.holdfast.keys.SignedBody;
import io.holdfast.keys.SigningKey;
import io.holdfast.keys.ring.Signer;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The keys of a sealed store that sign manifests: records {@code signing/NUMBER}, content
 * {@code public[32] | private key as PKCS#8}. The highest number signs.
 */
public final class StoreSigner implements Signer {
    private static final String PREFIX = "signing/";
    private static final String ALGORITHM = "Ed25519";
    private static final int PUBLIC_BYTES = 32;

    private final SecretRecords store;

    /** Of {@code store}, which stays its owner's to close. */
    public StoreSigner(SecretRecords store) {
        this.store = store;
    }

    /** Makes a key, which signs from now on; earlier keys stay among the public ones. */
    public SigningKey add() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            SigningKey open = SigningKey.of(pair.getPublic());
            byte[] secret = pair.getPrivate().getEncoded();
            ByteBuffer content = ByteBuffer.allocate(PUBLIC_BYTES + secret.length)
                    .put(open.raw().toArray())
                    .put(secret);
            int next = 1 + numbers().stream().findFirst().orElse(0);
            Arrays.fill(secret, (byte) 0);
            try (SecretBytes sealed = SecretBytes.takeOver(content.array())) {
                store.put(PREFIX + next, sealed);
            }
            return open;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no Ed25519", e);
        }
    }

    @Override
    public ManifestSignature signDigest(Bytes digest) {
        int number = numbers().stream().findFirst().orElseThrow(StoreSigner::none);
        byte[] message = SignedBody.ofDigest(digest);
        try (SecretBytes content = content(number)) {
            return new ManifestSignature(open(content).id(), Bytes.of(content.use(bytes -> sign(bytes, message))));
        }
    }

    @Override
    public List<SigningKey> publicKeys() {
        return numbers().stream()
                .map(number -> {
                    try (SecretBytes content = content(number)) {
                        return open(content);
                    }
                })
                .toList();
    }

    /** The numbers of the keys, the one that signs first. */
    private List<Integer> numbers() {
        return store.names().stream()
                .filter(record -> record.startsWith(PREFIX))
                .map(record -> Integer.valueOf(record.substring(PREFIX.length())))
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private SecretBytes content(int number) {
        return store.get(PREFIX + number).orElseThrow(StoreSigner::none);
    }

    private static SigningKey open(SecretBytes content) {
        return content.use(bytes -> new SigningKey(Bytes.of(Arrays.copyOf(bytes, PUBLIC_BYTES))));
    }

    private static byte[] sign(byte[] content, byte[] message) {
        byte[] encoded = Arrays.copyOfRange(content, PUBLIC_BYTES, content.length);
        try {
            return Ed25519.sign(encoded, message);
        } finally {
            Arrays.fill(encoded, (byte) 0);
        }
    }

    private static Permanent none() {
        return new Permanent(
                KeysFailure.STORE_MISSING,
                "the sealed store has no key that signs manifests",
                "Use a store that holdfast init made; it has one.");
    }
}
