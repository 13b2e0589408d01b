package io.holdfast.localservers;

import java.nio.file.Path;

/** A process that starts a PostgreSQL and waits to be killed. */
public final class PostgresHolder {
    private PostgresHolder() {}

    /** The folder is the first argument. */
    public static void main(String[] arguments) throws InterruptedException {
        PrivatePostgres.start(PostgresOptions.in(Path.of(arguments[0]), PostgresBinaries.find(17)));
        System.out.println("up");
        System.out.flush();
        Thread.sleep(Long.MAX_VALUE);
    }
}
