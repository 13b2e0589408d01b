package io.holdfast.localservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnreliableProxyTest {
    private static final int LARGE = 300_000;
    private static final int SHORT_MS = 300;
    private static final int LONG_MS = 60_000;

    private ServerSocket server;
    private UnreliableProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::echo);
        proxy = UnreliableProxy.to(server.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    private void echo() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> echo(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void echo(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // Cut, as it should be.
        }
    }

    private Socket connect(int timeoutMs) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(timeoutMs);
        return socket;
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    /** Sends it and reads as much back. */
    private static byte[] echoed(Socket socket, byte[] sent) throws IOException {
        Thread sending = Thread.ofVirtual().start(() -> {
            try {
                socket.getOutputStream().write(sent);
            } catch (IOException e) {
                // The reader sees it too.
            }
        });
        InputStream in = socket.getInputStream();
        byte[] back = new byte[sent.length];
        int read = 0;
        while (read < back.length) {
            int some = in.read(back, read, back.length - read);
            if (some < 0) {
                throw new EOFException("after " + read);
            }
            read += some;
        }
        assertThat(sending).isNotNull();
        return back;
    }

    @Test
    void withoutAFaultEveryByteGoesThroughAndEndsAreEnds() throws IOException {
        try (Socket socket = connect(LONG_MS)) {
            byte[] sent = bytes(LARGE);
            assertThat(echoed(socket, sent)).isEqualTo(sent);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(proxy.cuts()).isZero();
    }

    @Test
    void connectionsAreCutInTheMiddleUntilTheLinkIsWell() throws IOException {
        proxy.become(new LinkFault.Cut(7, LARGE));
        for (int i = 1; i <= 3; i++) {
            try (Socket socket = connect(LONG_MS)) {
                assertThatThrownBy(() -> echoed(socket, bytes(LARGE)))
                        .isInstanceOfAny(SocketException.class, EOFException.class);
            }
            assertThat(proxy.cuts()).isEqualTo(i);
        }
        proxy.become(new LinkFault.None());
        withoutAFaultEveryByteGoesThrough();
    }

    private void withoutAFaultEveryByteGoesThrough() throws IOException {
        try (Socket socket = connect(LONG_MS)) {
            assertThat(echoed(socket, bytes(LARGE))).isEqualTo(bytes(LARGE));
        }
    }

    @Test
    void aStalledLinkTakesConnectionsAndGoesOnLater() throws IOException {
        proxy.become(new LinkFault.Stalled());
        try (Socket socket = connect(SHORT_MS)) {
            socket.getOutputStream().write(bytes(10));
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            proxy.become(new LinkFault.None());
            socket.setSoTimeout(LONG_MS);
            assertThat(socket.getInputStream().readNBytes(10)).isEqualTo(bytes(10));
        }
    }

    @Test
    void aSlowLinkIsAsSlowAsItIsSaid() throws IOException {
        proxy.become(new LinkFault.Slow(20_000));
        long begun = System.nanoTime();
        try (Socket socket = connect(LONG_MS)) {
            assertThat(Arrays.equals(echoed(socket, bytes(20_000)), bytes(20_000)))
                    .isTrue();
        }
        assertThat(System.nanoTime() - begun).isGreaterThan(900_000_000L);
    }

    @Test
    void aServerThatIsAwayEndsTheConnection() throws IOException {
        server.close();
        try (Socket socket = connect(LONG_MS)) {
            assertThat(end(socket)).isEqualTo(-1);
        }
    }

    /** A reset is as good an end as an orderly one: which of them comes is a matter of time. */
    private static int end(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read();
        } catch (SocketException reset) {
            return -1;
        }
    }
}
