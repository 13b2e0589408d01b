package io.holdfast.agent.app;

import io.holdfast.agent.AllowedTargets;
import io.holdfast.agent.FileOwner;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.RestoreWatch;
import io.holdfast.agent.io.HostBoot;
import io.holdfast.agent.io.HostPrograms;
import io.holdfast.catalog.StripeIndex;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.keys.SigningKey;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.keys.store.SealedStore;
import io.holdfast.keys.store.StoreEncryptors;
import io.holdfast.keys.store.StoreJobKeys;
import io.holdfast.keys.store.StoreSigner;
import io.holdfast.keys.store.Unlock;
import io.holdfast.localservers.FreePort;
import io.holdfast.localservers.PostgresBinaries;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServerUser;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.Repository;
import io.holdfast.runtime.file.PrivateFiles;
import io.holdfast.runtime.metrics.Metrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A server with tables and a tablespace, a set of it, and what restores are done with; made once for all tests. */
final class Scene {
    static final SetId SET = SetId.parse("01JDXZ00000000000000000000-1");
    static final SetId OTHER = SetId.parse("01JDXZ00000000000000000000-2");
    static final InstanceName SHOP = InstanceName.parse("shop");

    private static final class Once {
        static final Scene SCENE = new Scene();
    }

    final Path folder = ServersForTests.folder("agent");
    final PostgresBinaries binaries = ServersForTests.postgres(18);
    final Path store = folder.resolve("keys.store");
    final Path storeKey = folder.resolve("keys.digits");
    final DataKeys keys = sealedStore();
    final MapRepository repository = new MapRepository(3);
    final ManifestBody body;
    final ManifestBody other;
    final Map<String, String> hashes;
    final String password;
    final int ownPort = FreePort.next();
    final Metrics metrics = Metrics.of("agent");

    private Scene() {
        PostgresOptions options = PostgresOptions.in(folder.resolve("source"), binaries)
                .withSetting("fsync", "off")
                .withSetting("autovacuum", "off");
        try (PrivatePostgres server = PrivatePostgres.start(options)) {
            server.createTablespace("fast");
            // Where it listens when it is started from its own files alone.
            server.execute(
                    "ALTER SYSTEM SET listen_addresses = '127.0.0.1'",
                    "ALTER SYSTEM SET unix_socket_directories = '/tmp'",
                    "ALTER SYSTEM SET port = " + ownPort);
            server.execute(
                    "CREATE TABLE item (id int PRIMARY KEY, body text)",
                    "INSERT INTO item SELECT i, repeat(md5(i::text), 10) FROM generate_series(1, 30000) i",
                    "CREATE TABLE elsewhere TABLESPACE fast AS SELECT i, md5(i::text) m FROM generate_series(1, 9000) i",
                    "CREATE DATABASE \"other & more\"",
                    "CHECKPOINT");
            body = new BackedUp(server, repository, keys, SET, Suite.AES_256)
                    .make(() -> server.execute(
                            "CREATE TABLE meanwhile AS SELECT i FROM generate_series(1, 5000) i",
                            "DELETE FROM elsewhere WHERE i % 7 = 0"));
            hashes = hashes(server);
            other = new BackedUp(server, repository, keys, OTHER, Suite.NONE).make(() -> {});
            password = server.password();
        }
    }

    private DataKeys sealedStore() {
        try (SecretBytes digits = Unlock.KeyFile.newDigits(new SecureRandom())) {
            digits.use(bytes -> {
                PrivateFiles.replace(storeKey, bytes);
                return true;
            });
            SealedStore open = SealedStore.create(store, new Unlock.KeyFile(digits));
            StoreEncryptors encryptors = new StoreEncryptors(open);
            encryptors.add(BackedUp.VAULT);
            StoreSigner signer = new StoreSigner(open);
            SigningKey unused = signer.add();
            return new KeyRing(
                    List.of(encryptors.encryptor(BackedUp.VAULT)),
                    new StoreJobKeys(open, Duration.ofDays(1), Clock.systemUTC()),
                    signer);
        }
    }

    /** The one scene; the first call takes some seconds. */
    static Scene get() {
        return Once.SCENE;
    }

    /** A new target that does not exist yet, below a folder that the server's user may pass. */
    Path target(String name) {
        try {
            Path parent = folder.resolve("targets").resolve(name);
            Files.createDirectories(parent);
            return parent.resolve("data");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A request for the set, with its tablespace beside the target. */
    RestoreRequest request(Path target, AfterRestore after) {
        return request(SET, target, after);
    }

    /** The same for either set. */
    RestoreRequest request(SetId set, Path target, AfterRestore after) {
        return new RestoreRequest(
                SHOP,
                Optional.of(set),
                target.toString(),
                Map.of(
                        Long.toString(body.tablespaces().getFirst().oid()),
                        target.resolveSibling("fast").toString()),
                OnNotEmpty.REFUSE,
                after);
    }

    static RestoreRequest replacing(RestoreRequest request) {
        return new RestoreRequest(
                request.instance(),
                request.set(),
                request.directory(),
                request.tablespaces(),
                OnNotEmpty.REPLACE,
                request.after());
    }

    RestoreTools tools() {
        return tools(repository, keys);
    }

    RestoreTools tools(Repository from, DataKeys with) {
        RepositoryDoor door = new RepositoryDoor() {
            @Override
            public Repository open(RepositoryName name) {
                return from;
            }

            @Override
            public Optional<Path> spool(RepositoryName name) {
                return Optional.empty();
            }
        };
        return new RestoreTools(
                new RepositorySets(List.of(from.name()), door, new PinnedKeys(keys.publicKeys())),
                with,
                door,
                new HostPrograms(List.of(binaries.bin())),
                owner(),
                AllowedTargets.below(List.of(folder)),
                new PostgresqlConfig(List.of(), Optional.empty(), "postgres", Duration.ofMinutes(1)),
                HostBoot.id(),
                metrics);
    }

    /** The same repository read by one thread. */
    MapRepository single() {
        MapRepository single = new MapRepository(1);
        single.streams.putAll(repository.streams);
        single.objects.putAll(repository.objects);
        return single;
    }

    /** What the index of a set names. */
    List<StreamRef> streams(SetId set) {
        ManifestBody manifest = set.equals(SET) ? body : other;
        return StripeIndex.read(repository, manifest.context(), manifest.index());
    }

    /** The streams of a set and of its index. */
    List<StreamRef> allStreams(SetId set) {
        List<StreamRef> all = new ArrayList<>(streams(set));
        (set.equals(SET) ? body : other).index().forEach(part -> all.add(part.stream()));
        return all;
    }

    static Optional<FileOwner> owner() {
        ServerUser user = ServerUser.current();
        return user.switched() == ServerUser.Switched.NO
                ? Optional.empty()
                : Optional.of(new FileOwner(user.name(), (int) user.uid(), (int) user.gid()));
    }

    RestoreResult restore(RestoreRequest request) {
        return run(tools()).restore(request);
    }

    static RestoreRun run(RestoreTools tools) {
        return new RestoreRun(tools, RestoreMemory.NONE, RestoreWatch.NONE, () -> false);
    }

    /** Starts what was restored and says what its tables hold. */
    Map<String, String> hashesIn(Path target) {
        Path parent = target.getParent();
        if (parent == null) {
            throw new IllegalStateException("no parent");
        }
        try (PrivatePostgres restored = PrivatePostgres.startExisting(PostgresOptions.in(parent, binaries), password)) {
            restored.awaitRecovered(Duration.ofMinutes(1));
            return hashes(restored);
        }
    }

    static Map<String, String> hashes(PrivatePostgres server) {
        try (Connection connection = server.connection()) {
            return hashes(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static Map<String, String> hashes(Connection connection) throws SQLException {
        Map<String, String> hashes = new TreeMap<>();
        for (String table : List.of("item", "elsewhere", "meanwhile")) {
            hashes.put(
                    table,
                    ask(
                            connection,
                            "SELECT count(*) || ' ' || md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) FROM "
                                    + table + " t"));
        }
        return hashes;
    }

    static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "no row";
        }
    }

    /** Everything below a folder: paths, contents, modes, times. */
    static String picture(Path root) {
        if (!Files.exists(root)) {
            return "nothing";
        }
        try (Stream<Path> all = Files.walk(root)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path path : all.sorted().toList()) {
                digest.update(path.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
                digest.update(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)
                        .toString()
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
                digest.update(Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
                        .toString()
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    digest.update(Files.readAllBytes(path));
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
