package io.holdfast.cli.bench;

import io.holdfast.cli.CliFailure;
import io.holdfast.cli.demo.DemoFolder;
import io.holdfast.cli.demo.Shop;
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
import java.util.List;

/** {@code holdfast bench peers}. */
public final class PeersBench {
    /** pgBackRest of Debian 12 knows PostgreSQL up to 15. */
    private static final int MAJOR = 15;

    private static final int ACCOUNTS = 1_000_000;

    private final Screen screen;
    private final Form form;
    private final List<String> only;

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
     * Makes a database of about {@code megabytes}, compares, prints.
     *
     * @param rounds how many are counted
     */
    public void run(Path folder, int megabytes, int rounds, Compression compression) throws SQLException {
        DemoFolder fresh = DemoFolder.fresh(folder, PostgresBinaries.find(MAJOR));
        screen.say("Making a database of about " + megabytes + " MB …");
        try (PrivatePostgres server = PrivatePostgres.start(fresh.source())) {
            try (Connection connection = server.connection()) {
                new Shop(1, ACCOUNTS, megabytes).create(connection);
            }
            rest(server);
            Arena arena = new Arena(fresh.root(), server, compression);
            try (HoldfastFleet fleet = new HoldfastFleet(arena)) {
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
    private static void rest(PrivatePostgres server) {
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
