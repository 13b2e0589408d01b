package io.holdfast.keys.store;

import io.holdfast.keys.KeyFingerprint;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.certificate.PrivatePart;
import io.holdfast.keys.certificate.RecipientCertificate;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import java.io.ByteArrayInputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The certificates of a sealed store with their private keys: records {@code certificate/NAME}, content
 * {@code u8 version = 1 | u8 count | count times (u32 length, certificate as DER) | u32 length, private key as PKCS#8}; and
 * {@code exported/NAME}, content the moment of the last export in ISO-8601.
 */
public final class StoreCertificates {
    private static final String EXPORTED = "exported/";
    private static final int VERSION = 1;

    private final SecretRecords store;

    /** Of {@code store}, which stays its owner's to close. */
    public StoreCertificates(SecretRecords store) {
        this.store = store;
    }

    /** All, sorted by name. */
    public List<StoredCertificate> all() {
        return store.names().stream()
                .filter(record -> record.startsWith(StoreNames.CERTIFICATE))
                .map(record -> new EncryptorName(record.substring(StoreNames.CERTIFICATE.length())))
                .sorted((one, other) -> one.text().compareTo(other.text()))
                .map(this::get)
                .toList();
    }

    /** One; an unknown name is {@link Permanent}. */
    public StoredCertificate get(EncryptorName name) {
        try (SecretBytes content = content(name)) {
            List<X509Certificate> chain = content.use(bytes -> chain(name, ByteBuffer.wrap(bytes)));
            RecipientCertificate certificate =
                    RecipientCertificate.of("the certificate " + name + " of the sealed store", chain);
            return new StoredCertificate(name, certificate, new InStore(name));
        }
    }

    private final class InStore implements PrivatePart {
        private final EncryptorName name;

        InStore(EncryptorName name) {
            this.name = name;
        }

        @Override
        public SecretBytes pkcs8() {
            return privateKey(name);
        }

        @Override
        public Optional<Instant> exported() {
            return exportOf(name);
        }
    }

    /** The one with this key, under whatever name. */
    public Optional<StoredCertificate> find(KeyFingerprint fingerprint) {
        return all().stream()
                .filter(one -> one.certificate().fingerprint().equals(fingerprint))
                .findFirst();
    }

    /**
     * Puts a certificate and its private key in; a name that is taken is {@link Permanent}.
     *
     * @param pkcs8 stays the caller's to close
     * @param exported when the key came from elsewhere; empty when it was made for this store
     */
    public void add(
            EncryptorName name, RecipientCertificate certificate, SecretBytes pkcs8, Optional<Instant> exported) {
        StoreNames.requireFree(store, name);
        try (SecretBytes content = pkcs8.use(key -> content(certificate.chain(), key))) {
            String record = StoreNames.CERTIFICATE + name.text();
            if (exported.isEmpty()) {
                store.put(record, content);
                return;
            }
            try (SecretBytes moment = text(exported.get())) {
                store.change(Map.of(record, content, EXPORTED + name.text(), moment), Set.of());
            }
        }
    }

    /** Keeps the moment at which the private key was exported. */
    public void exported(EncryptorName name, Instant when) {
        try (SecretBytes moment = text(when)) {
            store.put(EXPORTED + name.text(), moment);
        }
    }

    private Optional<Instant> exportOf(EncryptorName name) {
        return store.get(EXPORTED + name.text()).map(moment -> {
            try (moment) {
                return Instant.parse(moment.use(bytes -> new String(bytes, StandardCharsets.US_ASCII)));
            }
        });
    }

    private static SecretBytes text(Instant moment) {
        return SecretBytes.takeOver(moment.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private SecretBytes content(EncryptorName name) {
        return store.get(StoreNames.CERTIFICATE + name.text())
                .orElseThrow(() -> new Permanent(
                        KeysFailure.UNKNOWN_ENCRYPTOR,
                        "the sealed store has no certificate " + name + "; it has: "
                                + store.names().stream()
                                        .filter(record -> record.startsWith(StoreNames.CERTIFICATE))
                                        .map(record -> record.substring(StoreNames.CERTIFICATE.length()))
                                        .sorted()
                                        .toList(),
                        "Correct the name, or add the certificate (holdfast keys certificate create " + name
                                + ", or import)."));
    }

    private SecretBytes privateKey(EncryptorName name) {
        try (SecretBytes content = content(name)) {
            return content.use(bytes -> {
                ByteBuffer rest = ByteBuffer.wrap(bytes);
                List<X509Certificate> unused = chain(name, rest);
                return SecretBytes.takeOver(field(name, rest));
            });
        }
    }

    private static SecretBytes content(List<X509Certificate> chain, byte[] key) {
        try {
            List<byte[]> fields = new ArrayList<>();
            for (X509Certificate one : chain) {
                fields.add(one.getEncoded());
            }
            fields.add(key);
            ByteBuffer content = ByteBuffer.allocate(2
                    + fields.stream()
                            .mapToInt(field -> Integer.BYTES + field.length)
                            .sum());
            content.put((byte) VERSION).put((byte) chain.size());
            fields.forEach(field -> content.putInt(field.length).put(field));
            return SecretBytes.takeOver(content.array());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate that cannot be encoded", e);
        }
    }

    private static List<X509Certificate> chain(EncryptorName name, ByteBuffer rest) {
        try {
            if (rest.get() != VERSION) {
                throw damaged(name);
            }
            int count = rest.get();
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            List<X509Certificate> chain = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                chain.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(field(name, rest))));
            }
            return chain;
        } catch (BufferUnderflowException | CertificateException e) {
            throw damaged(name);
        }
    }

    private static byte[] field(EncryptorName name, ByteBuffer rest) {
        int length = rest.remaining() < Integer.BYTES ? -1 : rest.getInt();
        if (length < 0 || length > rest.remaining()) {
            throw damaged(name);
        }
        byte[] field = new byte[length];
        rest.get(field);
        return field;
    }

    private static Corrupt damaged(EncryptorName name) {
        return new Corrupt(
                KeysFailure.STORE_DAMAGED,
                "the sealed store's certificate " + name + " is of another form than this version knows");
    }
}
