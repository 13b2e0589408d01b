package io.holdfast.column.key;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where the column master keys are that a program may use. */
@FunctionalInterface
public interface MasterKeys {
    /** The provider's name of keys in PKCS#12 files, which is mssql-jdbc's. */
    String PKCS12 = "MSSQL_JAVA_KEYSTORE";

    /** The key that a key table names by provider and path; empty if it is not among these. */
    Optional<ColumnMasterKey> find(String provider, String path);

    /** These keys, of PKCS#12 files. */
    static MasterKeys of(ColumnMasterKey... keys) {
        List<ColumnMasterKey> all = List.of(keys);
        return (provider, path) -> all.stream()
                .filter(key -> provider.equals(PKCS12)
                        && key.path().toLowerCase(Locale.ROOT).equals(path.toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}
