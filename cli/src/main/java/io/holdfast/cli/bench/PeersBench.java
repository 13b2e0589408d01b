package io.holdfast.cli.bench;

import io.holdfast.cli.CliFailure;
import io.holdfast.cli.demo.DemoFolder;
import io.holdfast.cli.demo.Shop;
import io.holdfast.cli.platform.FleetPlan;
import io.holdfast.cli.show.Form;
import io.holdfast.cli.show.Screen;
import io.holdfast.localservers.PostgresBinaries;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** {@code holdfast bench peers}. */
public final class PeersBench {
    /** pgBackRest of Debian 12 knows PostgreSQL up to 15. */
    private static final int MAJOR = 15;

    private static final int ACCOUNTS = 1_000_000;

    private final Screen screen;
    private final Form form;
    private final List<String> only;

    /**
     * The database.
     *
     * @param megabytes about how large
     * @param tables so many tables of one row beside it, each a file of its own
     */
    public record Source(int megabytes, int tables) {
        private static final int AT_ONCE = 1_000;

        void create(Connection connection) throws SQLException {
            new Shop(1, ACCOUNTS, megabytes).create(connection);
            try (Statement statement = connection.createStatement()) {
                for (int first = 0; first < tables; first += AT_ONCE) {
                    statement.execute(
                            "DO $$ BEGIN FOR i IN " + first + ".." + (Math.min(tables, first + AT_ONCE) - 1)
                                    + " LOOP EXECUTE format('CREATE TABLE small_%s AS SELECT %s AS id', i, i); END LOOP; END $$");
                }
            }
        }
    }

    /**
     * Prints to {@code screen} in that form.
     *
     * @param only texts of which one is in the name of each tool that takes part; none for all tools
     */
    public PeersBench(Screen screen, Form form, List<String> only) {
        this.screen = screen;
        this.form = form;
        this.only = List.copyOf(only);
    }

    /**
     * Makes the database, compares, prints.
     *
     * @param rounds how many are counted
     */
    public void run(Path folder, Source source, int rounds, Compression compression) throws SQLException {
        DemoFolder fresh = DemoFolder.fresh(folder, PostgresBinaries.find(MAJOR));
        screen.say("Making a database of about " + source.megabytes() + " MB …");
        try (PrivatePostgres server = PrivatePostgres.start(fresh.source())) {
            try (Connection connection = server.connection()) {
                source.create(connection);
            }
            rest(server);
            Arena arena = new Arena(fresh.root(), server, compression);
            try (HoldfastFleet fleet = new HoldfastFleet(arena, new FleetPlan.Sizing("64MiB", 3))) {
                fleet.startWorker("worker", Map.of());
                RepositoryName file = RepositoryName.parse("main");
                RepositoryName kafka = RepositoryName.parse("kafka");
                Peers peers = new Peers(
                        screen,
                        server.data(),
                        chosen(List.of(
                                new Holdfast(arena, fleet, file, Access.FILES),
                                new Holdfast(arena, fleet, file, Access.SQL),
                                new Holdfast(arena, fleet, kafka, Access.FILES),
                                new PgBaseBackup(arena),
                                new PgBackRest(arena))));
                peers.run(rounds);
                peers.print(form, ByteCount.of(Arena.bytes(server.data())));
            }
        }
    }

    /** Nothing changes from here on: what the server does by itself would be measured, and would differ from round to round. */
    static void rest(PrivatePostgres server) {
        server.execute("ALTER SYSTEM SET autovacuum = off");
        server.execute("SELECT pg_reload_conf()");
        server.execute("VACUUM ANALYZE");
        server.execute("CHECKPOINT");
    }

    private List<Contender> chosen(List<Contender> all) {
        List<Contender> some = all.stream()
                .filter(contender -> only.isEmpty() || only.stream().anyMatch(contender.name()::contains))
                .toList();
        if (some.isEmpty()) {
            throw new Permanent(
                    CliFailure.USAGE,
                    "no tool has one of " + only + " in its name; there are "
                            + all.stream().map(Contender::name).toList());
        }
        return some;
    }
}
