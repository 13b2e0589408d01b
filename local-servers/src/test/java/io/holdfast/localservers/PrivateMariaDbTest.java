package io.holdfast.localservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class PrivateMariaDbTest {
    @Test
    void runsIsKilledAndRecovers() {
        Path folder = ServersForTests.folder("mariadb");
        MariaDbOptions options = MariaDbOptions.in(folder.resolve("a")).withSetting("--innodb-buffer-pool-size=32M");
        try (PrivateMariaDb server = ServersForTests.mariaDb(options)) {
            assertThat(server.ask("SELECT VERSION()")).contains("MariaDB");
            assertThat(server.ask("SELECT @@innodb_buffer_pool_size")).isEqualTo("33554432");
            server.execute("CREATE TABLE t (n INT PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)");
            server.kill();
            assertThat(server.pid()).isEmpty();
            server.start();
            assertThat(server.ask("SELECT SUM(n) FROM t")).isEqualTo("3");
            assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl(), "root", "wrong"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> server.execute("SELEKT"))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("SELEKT");
        }
        try (PrivateMariaDb again = PrivateMariaDb.start(options)) {
            assertThat(again.ask("SELECT COUNT(*) FROM t")).isEqualTo("2");
        }
    }

    @Test
    void aSettingThatIsNoneIsToldInTheServersWords() {
        Path folder = ServersForTests.folder("mariadb");
        MariaDbOptions options = MariaDbOptions.in(folder.resolve("a")).withSetting("--no-such-thing=1");
        assertThatThrownBy(() -> ServersForTests.mariaDb(options))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("no-such-thing");
    }
}
