package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Transient;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The driver says "The connection attempt failed." of all of these. */
class SqlFailuresTest {
    private static String said(String words, IOException cause) {
        Failure failure = SqlFailures.ofConnecting(OldServer.at("db-9"), new SQLException(words, "08001", cause));
        assertThat(failure).isInstanceOf(Transient.class);
        assertThat(failure.code()).isEqualTo(EngineFailure.SERVER_UNREACHABLE);
        return failure.what();
    }

    private static String said(IOException cause) {
        return said("The connection attempt failed.", cause);
    }

    @Test
    void aHostNameThatNobodyKnowsIsToldFromAServerThatIsSilentOrRefuses() {
        assertThat(said(new UnknownHostException("db-9"))).contains("db-9:5432", "host name is not known");
        assertThat(said(new SocketTimeoutException("Connect timed out"))).contains("nothing answered in time");
        assertThat(said(new NoRouteToHostException("No route to host"))).contains("no route leads to it");
        assertThat(said(new ConnectException("Connection reset"))).contains("failed (Connection reset).");
    }

    @Test
    void whatTheDriverHasSaidIsNotSaidTwice() {
        assertThat(said("Connection to db-9:5432 refused.", new ConnectException("Connection refused")))
                .endsWith("Connection to db-9:5432 refused.");
    }
}
