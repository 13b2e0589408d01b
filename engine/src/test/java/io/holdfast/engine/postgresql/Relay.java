package io.holdfast.engine.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes bytes on between its own port and a server's, until it is told to swallow them: then both sides wait for ever. */
final class Relay implements AutoCloseable {
    private final ServerSocket door;
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean swallowing;

    Relay(int target) {
        this.target = target;
        try {
            door = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    void swallow() {
        swallowing = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.addAll(List.of(client, server));
                Thread.ofVirtual().start(() -> pass(client, server));
                Thread.ofVirtual().start(() -> pass(server, client));
            }
        } catch (IOException e) {
            // The door is closed.
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] bytes = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (!swallowing) {
                    out.write(bytes, 0, read);
                    out.flush();
                }
            }
            if (!swallowing) {
                to.close();
            }
        } catch (IOException e) {
            // One of the two has gone.
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
