package io.holdfast.keys.seal;

import io.holdfast.keys.seal.KeyTransport.Sent;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import javax.crypto.KeyAgreement;

/** Points of the curve P-384 (FIPS 186-5) as bytes, and what two keys agree on. */
final class P384 {
    private static final int COORDINATE_BYTES = 48;
    /** The length of a point, {@code 4 | x[48] | y[48]} (SEC 1, uncompressed). */
    static final int POINT_BYTES = 1 + 2 * COORDINATE_BYTES;

    private static final byte UNCOMPRESSED = 4;
    private static final ECGenParameterSpec NAME = new ECGenParameterSpec("secp384r1");
    private static final ECParameterSpec PARAMETERS = parameters();

    private P384() {}

    private static ECParameterSpec parameters() {
        try {
            AlgorithmParameters found = AlgorithmParameters.getInstance("EC");
            found.init(NAME);
            return found.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no P-384", e);
        }
    }

    /** Whether the key is one of this curve. */
    static boolean holds(ECPublicKey key) {
        ECParameterSpec its = key.getParams();
        return its.getCurve().equals(PARAMETERS.getCurve())
                && its.getGenerator().equals(PARAMETERS.getGenerator())
                && its.getOrder().equals(PARAMETERS.getOrder());
    }

    static Sent send(ECPublicKey recipient) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(NAME);
        KeyPair ephemeral = generator.generateKeyPair();
        Bytes point = bytes(((ECPublicKey) ephemeral.getPublic()).getW());
        return new Sent(point, agree(ephemeral.getPrivate(), recipient));
    }

    static SecretBytes agree(PrivateKey mine, PublicKey theirs) throws GeneralSecurityException {
        KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
        agreement.init(mine);
        agreement.doPhase(theirs, true);
        return SecretBytes.takeOver(agreement.generateSecret());
    }

    /** The public key at a point; bytes that are no point of the curve are an {@link InvalidKeyException}. */
    static PublicKey point(byte[] bytes) throws GeneralSecurityException {
        if (bytes.length != POINT_BYTES || bytes[0] != UNCOMPRESSED) {
            throw new InvalidKeyException("no uncompressed point of P-384");
        }
        BigInteger x = new BigInteger(1, Arrays.copyOfRange(bytes, 1, 1 + COORDINATE_BYTES));
        BigInteger y = new BigInteger(1, Arrays.copyOfRange(bytes, 1 + COORDINATE_BYTES, POINT_BYTES));
        if (!onCurve(x, y)) {
            throw new InvalidKeyException("a point that is not on P-384");
        }
        return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(x, y), PARAMETERS));
    }

    /** A point of another curve would give the private key away, bit by bit. */
    private static boolean onCurve(BigInteger x, BigInteger y) {
        BigInteger p = ((ECFieldFp) PARAMETERS.getCurve().getField()).getP();
        BigInteger right = x.pow(3)
                .add(PARAMETERS.getCurve().getA().multiply(x))
                .add(PARAMETERS.getCurve().getB())
                .mod(p);
        return x.compareTo(p) < 0 && y.compareTo(p) < 0 && y.multiply(y).mod(p).equals(right);
    }

    private static Bytes bytes(ECPoint point) {
        byte[] bytes = new byte[POINT_BYTES];
        bytes[0] = UNCOMPRESSED;
        put(point.getAffineX(), bytes, 1);
        put(point.getAffineY(), bytes, 1 + COORDINATE_BYTES);
        return Bytes.of(bytes);
    }

    private static void put(BigInteger coordinate, byte[] bytes, int at) {
        byte[] digits = coordinate.toByteArray();
        int length = Math.min(COORDINATE_BYTES, digits.length);
        System.arraycopy(digits, digits.length - length, bytes, at + COORDINATE_BYTES - length, length);
    }
}
