package io.holdfast.keys.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.KeyFingerprint;
import io.holdfast.localservers.OpenSsl;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.generators.HKDFBytesGenerator;
import org.bouncycastle.crypto.modes.GCMBlockCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.HKDFParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The form of what is wrapped to a certificate: kept, and read by others' programs. */
final class CertificateWrapTest {
    private static final SetContext CONTEXT = new SetContext(
            new FleetId("fleet-0001"), new InstanceName("pg-main"), SetId.parse("01K0000000000000000000000A-1"));

    private static byte[] dataKey() {
        byte[] key = new byte[32];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) i;
        }
        return key;
    }

    private static Properties golden() throws Exception {
        Properties known = new Properties();
        known.load(
                Objects.requireNonNull(CertificateWrapTest.class.getResourceAsStream("certificate-wrap-1.properties")));
        return known;
    }

    private static PublicKey publicKey(String algorithm, String base64) throws Exception {
        return KeyFactory.getInstance(algorithm)
                .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
    }

    private static PrivateKey privateKey(String algorithm, String base64) throws Exception {
        return KeyFactory.getInstance(algorithm)
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
    }

    @Test
    void whatWasWrappedByTheFirstVersionOpensForEver() throws Exception {
        Properties known = golden();
        for (String algorithm : List.of("RSA", "EC")) {
            PublicKey recipient = publicKey(algorithm, known.getProperty(algorithm + ".public"));
            PrivateKey key = privateKey(algorithm, known.getProperty(algorithm + ".private"));
            Bytes wrapped = Bytes.parse(known.getProperty(algorithm + ".wrapped"));

            try (SecretBytes opened =
                    CertificateWrap.unwrap(recipient, key, CONTEXT, wrapped).orElseThrow()) {
                assertThat(opened.use(byte[]::clone)).isEqualTo(dataKey());
            }
        }
    }

    /** By the words of the manual alone: OpenSSL for the secret, Bouncy Castle for the rest. */
    @Test
    void othersProgramsOpenItByWhatTheManualSays(@TempDir Path folder) throws Exception {
        Properties known = golden();
        for (String algorithm : List.of("RSA", "EC")) {
            PublicKey recipient = publicKey(algorithm, known.getProperty(algorithm + ".public"));
            Files.write(
                    folder.resolve("key.der"), Base64.getDecoder().decode(known.getProperty(algorithm + ".private")));
            byte[] wrapped;
            try (SecretBytes key = SecretBytes.takeOver(dataKey())) {
                wrapped = CertificateWrap.wrap(recipient, CONTEXT, key).toArray();
            }
            int length = ByteBuffer.wrap(wrapped).getShort(2);
            byte[] transported = Arrays.copyOfRange(wrapped, 4, 4 + length);
            byte[] sealed = Arrays.copyOfRange(wrapped, 4 + length, wrapped.length);
            String name = algorithm.equals("RSA") ? "RSA_OAEP_SHA256" : "ECDH_P384";
            byte[] secret = algorithm.equals("RSA") ? decrypted(folder, transported) : agreed(folder, transported);

            assertThat(wrapped).startsWith(1, algorithm.equals("RSA") ? 1 : 2);
            assertThat(opened(derived(secret, info(name, recipient, transported)), sealed))
                    .isEqualTo(dataKey());
        }
    }

    private static byte[] decrypted(Path folder, byte[] transported) throws Exception {
        Files.write(folder.resolve("in"), transported);
        OpenSsl.in(folder)
                .run(
                        "pkeyutl",
                        "-decrypt",
                        "-keyform",
                        "DER",
                        "-inkey",
                        "key.der",
                        "-in",
                        "in",
                        "-out",
                        "secret",
                        "-pkeyopt",
                        "rsa_padding_mode:oaep",
                        "-pkeyopt",
                        "rsa_oaep_md:sha256",
                        "-pkeyopt",
                        "rsa_mgf1_md:sha256");
        return Files.readAllBytes(folder.resolve("secret"));
    }

    private static byte[] agreed(Path folder, byte[] transported) throws Exception {
        byte[] head = HexFormat.of().parseHex("3076301006072a8648ce3d020106052b81040022036200");
        Files.write(
                folder.resolve("peer.der"),
                ByteBuffer.allocate(head.length + transported.length)
                        .put(head)
                        .put(transported)
                        .array());
        OpenSsl.in(folder)
                .run(
                        "pkeyutl",
                        "-derive",
                        "-keyform",
                        "DER",
                        "-inkey",
                        "key.der",
                        "-peerform",
                        "DER",
                        "-peerkey",
                        "peer.der",
                        "-out",
                        "secret");
        return Files.readAllBytes(folder.resolve("secret"));
    }

    private static byte[] info(String name, PublicKey recipient, byte[] transported) throws Exception {
        ByteArrayOutputStream context = new ByteArrayOutputStream();
        fields(
                context,
                "holdfast set 1".getBytes(StandardCharsets.UTF_8),
                "fleet-0001".getBytes(StandardCharsets.UTF_8),
                "pg-main".getBytes(StandardCharsets.UTF_8),
                CONTEXT.set().text().getBytes(StandardCharsets.UTF_8),
                "data-key".getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream info = new ByteArrayOutputStream();
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        fields(
                info,
                "holdfast certificate 1".getBytes(StandardCharsets.UTF_8),
                name.getBytes(StandardCharsets.UTF_8),
                sha.digest(recipient.getEncoded()),
                sha.digest(context.toByteArray()),
                transported);
        return info.toByteArray();
    }

    private static void fields(ByteArrayOutputStream out, byte[]... fields) throws Exception {
        DataOutputStream data = new DataOutputStream(out);
        for (byte[] field : fields) {
            data.writeInt(field.length);
            data.write(field);
        }
    }

    private static byte[] derived(byte[] secret, byte[] info) {
        HKDFBytesGenerator hkdf = new HKDFBytesGenerator(new SHA256Digest());
        hkdf.init(new HKDFParameters(secret, null, info));
        byte[] key = new byte[32];
        int unused = hkdf.generateBytes(key, 0, key.length);
        return key;
    }

    private static byte[] opened(byte[] key, byte[] sealed) throws Exception {
        GCMBlockCipher gcm = (GCMBlockCipher) GCMBlockCipher.newInstance(AESEngine.newInstance());
        gcm.init(
                false,
                new AEADParameters(new KeyParameter(key), 128, Arrays.copyOf(sealed, 12), SetContextBytes.of(CONTEXT)));
        byte[] out = new byte[gcm.getOutputSize(sealed.length - 12)];
        int at = gcm.processBytes(sealed, 12, sealed.length - 12, out, 0);
        int end = gcm.doFinal(out, at);
        return Arrays.copyOf(out, at + end);
    }

    @Test
    void aPointThatIsNotOnTheCurveIsRefused() throws Exception {
        Properties known = golden();
        byte[] wrapped = HexFormat.of().parseHex(known.getProperty("EC.wrapped"));
        byte[] point = Arrays.copyOfRange(wrapped, 4, 4 + P384.POINT_BYTES);
        assertThat(P384.point(point).getAlgorithm()).isEqualTo("EC");
        byte[] off = point.clone();
        off[P384.POINT_BYTES - 1] ^= 1;

        assertThatThrownBy(() -> P384.point(off)).hasMessageContaining("not on P-384");
        assertThatThrownBy(() -> P384.point(new byte[P384.POINT_BYTES])).hasMessageContaining("no uncompressed point");
        byte[] large = new byte[P384.POINT_BYTES];
        Arrays.fill(large, (byte) 0xff);
        large[0] = 4;
        assertThatThrownBy(() -> P384.point(large)).hasMessageContaining("not on P-384");
    }

    @Test
    void fingerprintsOfTheKeptKeysStayAsTheyAre() throws Exception {
        Properties known = golden();
        for (String algorithm : List.of("RSA", "EC")) {
            assertThat(KeyFingerprint.of(publicKey(algorithm, known.getProperty(algorithm + ".public")))
                            .text())
                    .isEqualTo(known.getProperty(algorithm + ".fingerprint"));
        }
    }
}
