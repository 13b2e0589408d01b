package io.holdfast.column;

import io.holdfast.protocol.SecretBytes;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.GregorianCalendar;
import org.jspecify.annotations.Nullable;

/** The parts of mssql-jdbc that nobody is meant to call: cells and normalised values, without a server. */
public final class MicrosoftDriver {
    private static final String PACKAGE = "com.microsoft.sqlserver.jdbc.";

    private static final int TDS_7_4 = 0x74000004;

    private MicrosoftDriver() {}

    /** The driver's own cipher; {@code kind} is its word, Randomized or Deterministic. */
    public static final class Cells {
        private final Object algorithm;

        /** With this column encryption key. */
        public Cells(SecretBytes key, String kind) {
            Object derived = construct(
                    "SQLServerAeadAes256CbcHmac256EncryptionKey",
                    key.use(byte[]::clone),
                    "AEAD_AES_256_CBC_HMAC_SHA256");
            algorithm = construct(
                    "SQLServerAeadAes256CbcHmac256Algorithm", derived, constant("SQLServerEncryptionType", kind), (byte)
                            1);
        }

        /** A cell. */
        public byte[] encrypt(byte[] plain) {
            return (byte[]) call(algorithm, "encryptData", new Object[] {plain});
        }

        /** A value; what the driver refuses is an {@link IllegalArgumentException}. */
        public byte[] decrypt(byte[] cell) {
            return (byte[]) call(algorithm, "decryptData", new Object[] {cell});
        }
    }

    /** The normalised form of anything but times. {@code jdbcType} is the driver's word, such as BIGINT. */
    public static byte[] normalise(String jdbcType, Object value, int precision, int scale) {
        Object type = constant("JDBCType", jdbcType);
        return (byte[]) call(allocate("SQLServerBulkCopy"), "normalizedValue", new Object[] {
            type, value, type, precision, scale, "column"
        });
    }

    /** What the driver encrypts for a time; {@code systemType} is its word, such as DATETIME2. */
    public static byte[] normaliseTime(String systemType, GregorianCalendar time, int nanos, int scale) {
        return encrypted(
                "writeEncryptedScaledTemporal", time, nanos, scale, constant("SSType", systemType), (short) 0, null);
    }

    /** What the driver encrypts for a time of the older types, DATETIME or SMALLDATETIME. */
    public static byte[] normaliseOldTime(String jdbcType, GregorianCalendar time, int nanos) {
        return encrypted("getEncryptedDateTimeAsBytes", time, nanos, constant("JDBCType", jdbcType), null);
    }

    /** The driver encrypts times as it writes them, so that they are decrypted again. */
    private static byte[] encrypted(String method, @Nullable Object... arguments) {
        Object connection = allocate("SQLServerConnection");
        set(connection, "tdsVersion", TDS_7_4);
        set(connection, "trustedServerNameAE", "none");
        try (SecretBytes key = SecretBytes.takeOver(new byte[32])) {
            Cells cells = new Cells(key, "Deterministic");
            Object metadata = allocate("CryptoMetadata");
            set(metadata, "cipherAlgorithm", cells.algorithm);
            Object writer = allocate("TDSWriter");
            set(writer, "con", connection);
            set(writer, "cryptoMeta", metadata);
            return cells.decrypt((byte[]) call(writer, method, arguments));
        }
    }

    private static Object constant(String type, String name) {
        try {
            return Arrays.stream(Class.forName(PACKAGE + type).getEnumConstants())
                    .filter(constant -> ((Enum<?>) constant).name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow();
        } catch (ClassNotFoundException e) {
            throw new LinkageError("mssql-jdbc has changed", e);
        }
    }

    private static Object construct(String type, Object... arguments) {
        try {
            for (Constructor<?> constructor : Class.forName(PACKAGE + type).getDeclaredConstructors()) {
                if (constructor.getParameterCount() == arguments.length) {
                    constructor.setAccessible(true);
                    return constructor.newInstance(arguments);
                }
            }
            throw new LinkageError("mssql-jdbc has changed: " + type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("mssql-jdbc has changed", e);
        }
    }

    /** An object without its constructor, which would want a server. */
    private static Object allocate(String type) {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field field = unsafe.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return unsafe.getMethod("allocateInstance", Class.class)
                    .invoke(field.get(null), Class.forName(PACKAGE + type));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("mssql-jdbc has changed", e);
        }
    }

    private static void set(Object target, String name, Object value) {
        try {
            Field field = target.getClass().getDeclaredField(name);
            field.setAccessible(true);
            field.set(target, value);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("mssql-jdbc has changed", e);
        }
    }

    private static Object call(Object target, String name, @Nullable Object[] arguments) {
        for (Method method : target.getClass().getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                method.setAccessible(true);
                try {
                    return method.invoke(target, arguments);
                } catch (InvocationTargetException e) {
                    throw new IllegalArgumentException(e.getCause());
                } catch (IllegalAccessException e) {
                    throw new LinkageError("mssql-jdbc has changed", e);
                }
            }
        }
        throw new LinkageError("mssql-jdbc has no " + name);
    }
}
