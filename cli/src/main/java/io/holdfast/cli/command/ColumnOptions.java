package io.holdfast.cli.command;

import io.holdfast.cli.column.RatePace;
import io.holdfast.cli.column.WorkProgress;
import io.holdfast.cli.show.Screen;
import io.holdfast.column.database.Session;
import io.holdfast.column.jdbc.DriverDataSource;
import io.holdfast.column.key.Pkcs12;
import io.holdfast.column.table.KeyTables;
import io.holdfast.column.work.ColumnWork;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The options that commands of encrypted columns share. */
final class ColumnOptions {
    private ColumnOptions() {}

    /** Which database. */
    static final class Database {
        @Option(
                names = "--url",
                required = true,
                paramLabel = "URL",
                description =
                        "The database's JDBC address, such as jdbc:postgresql://db1/shop or jdbc:mariadb://db2/shop.")
        String url;

        @Option(names = "--user", required = true, paramLabel = "NAME", description = "The user, who owns the tables.")
        String user;

        @Option(
                names = "--password",
                required = true,
                paramLabel = "REF",
                description = "The user's password, by reference: file:/path or env:NAME.")
        SecretRef password;

        @Option(
                names = "--key-schema",
                paramLabel = "NAME",
                defaultValue = KeyTables.SCHEMA,
                description = "The schema of the key tables; in MariaDB a database (default holdfast).")
        String keySchema;

        <T> T connected(Map<String, String> env, Function<Session, T> work) {
            Properties login = new Properties();
            login.setProperty("user", user);
            char[] secret = SecretResolver.of(env).resolveText(password);
            login.setProperty("password", new String(secret));
            Arrays.fill(secret, '\0');
            try (Connection connection = new DriverDataSource(url, login).getConnection()) {
                return work.apply(Session.of(connection));
            } catch (SQLException e) {
                throw Session.failure("a connection to " + url, e);
            }
        }
    }

    /** Which column master keys. */
    static final class MasterKey {
        @Option(
                names = "--keystore",
                required = true,
                paramLabel = "FILE",
                description = "The PKCS#12 file with the column master keys.")
        Path keystore;

        @Option(
                names = "--keystore-password",
                required = true,
                paramLabel = "REF",
                description = "Its password, by reference: file:/path or env:NAME.")
        SecretRef keystorePassword;

        <T> T opened(Map<String, String> env, Function<Pkcs12, T> work) {
            try (SecretBytes secret = SecretResolver.of(env).resolve(keystorePassword)) {
                return work.apply(Pkcs12.open(keystore, secret));
            }
        }
    }

    /** How work is done. */
    static final class Work {
        @Option(
                names = "--batch",
                paramLabel = "ROWS",
                defaultValue = "500",
                converter = OptionTypes.AtLeastOne.class,
                description = "How many rows in a transaction (default 500).")
        int batch;

        @Option(
                names = "--rate",
                paramLabel = "ROWS",
                defaultValue = "0",
                description = "How many rows in a second at most (default: as fast as it goes).")
        long rate;

        ColumnWork.Options options(Screen screen, Duration settle) {
            if (rate < 0) {
                throw Holdfast.usage("--rate is a number of rows, or 0 for no limit");
            }
            return new ColumnWork.Options(batch, settle, new RatePace(rate), new WorkProgress(screen));
        }
    }
}
