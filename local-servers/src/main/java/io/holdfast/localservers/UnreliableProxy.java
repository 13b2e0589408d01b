package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A network between clients and a server on loopback ports that is as bad as a test wants it. */
public final class UnreliableProxy implements AutoCloseable {
    private static final int PIECE = 8 << 10;
    private static final int CONNECT_MS = 5_000;

    private final int upstream;
    private final ServerSocket listening;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Object changes = new Object();
    private LinkFault fault = new LinkFault.None();
    private Random draws = new Random(0);
    private boolean closed;
    private long cuts;

    private UnreliableProxy(int upstream, ServerSocket listening) {
        this.upstream = upstream;
        this.listening = listening;
    }

    /** Listens on a free port, for a server on the loopback port {@code upstream}, which need not run yet. */
    public static UnreliableProxy to(int upstream) {
        try {
            ServerSocket listening = new ServerSocket();
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.next()));
            UnreliableProxy proxy = new UnreliableProxy(upstream, listening);
            Thread.ofPlatform().daemon().name("unreliable-proxy").start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.PORT_BUSY, "a proxy cannot listen: " + e, e);
        }
    }

    /** Where clients connect. */
    public int port() {
        return listening.getLocalPort();
    }

    /** From now on, for the connections that are there too. */
    public void become(LinkFault next) {
        synchronized (changes) {
            fault = next;
            draws = new Random(next instanceof LinkFault.Cut cut ? cut.seed() : 0);
            changes.notifyAll();
        }
    }

    /** How many connections it has cut. */
    public long cuts() {
        synchronized (changes) {
            return cuts;
        }
    }

    @Override
    public void close() {
        synchronized (changes) {
            closed = true;
            changes.notifyAll();
        }
        closeQuietly(listening);
        links.forEach(Link::reset);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                // Closed, or one connection less.
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket()) {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), upstream), CONNECT_MS);
            Link link = new Link(client, server);
            links.add(link);
            try {
                Thread back = Thread.ofVirtual().start(() -> link.pump(server, client));
                link.pump(client, server);
                back.join();
            } finally {
                links.remove(link);
            }
        } catch (IOException e) {
            // The server is away: so is the client's connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(AutoCloseable what) {
        try {
            what.close();
        } catch (Exception e) {
            // It is to be gone, and is.
        }
    }

    /** One client's connection and its continuation. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private LinkFault counted = new LinkFault.None();
        private long left;
        private boolean cut;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void pump(Socket from, Socket to) {
            byte[] piece = new byte[PIECE];
            try {
                for (int read = from.getInputStream().read(piece);
                        read >= 0;
                        read = from.getInputStream().read(piece)) {
                    int passed = pass(read);
                    to.getOutputStream().write(piece, 0, passed);
                    if (passed < read) {
                        reset();
                        return;
                    }
                }
                to.shutdownOutput();
            } catch (IOException e) {
                reset();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                reset();
            }
        }

        /** Waits as long as the fault wants, and returns how many of the bytes may go on; the connection ends if not all may. */
        private int pass(int bytes) throws InterruptedException {
            LinkFault now;
            synchronized (changes) {
                while (fault instanceof LinkFault.Stalled && !closed) {
                    changes.wait();
                }
                now = fault;
                if (now instanceof LinkFault.Cut how) {
                    return untilCut(how, bytes);
                }
            }
            if (now instanceof LinkFault.Slow slow) {
                Thread.sleep(1_000L * bytes / slow.bytesPerSecond());
            }
            return bytes;
        }

        private int untilCut(LinkFault.Cut how, int bytes) {
            if (counted != how) {
                counted = how;
                left = draws.nextInt(how.most());
            }
            if (left < bytes) {
                cuts += cut ? 0 : 1;
                cut = true;
                int passed = (int) left;
                left = 0;
                return passed;
            }
            left -= bytes;
            return bytes;
        }

        /** Both ends learn at once that the connection is gone, without an orderly end. */
        void reset() {
            for (Socket socket : new Socket[] {client, server}) {
                try {
                    socket.setSoLinger(true, 0);
                } catch (IOException e) {
                    // It is closed already.
                }
                closeQuietly(socket);
            }
        }
    }
}
