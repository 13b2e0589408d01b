package io.holdfast.agent.prove;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import javax.net.SocketFactory;

/** Lets PostgreSQL's driver connect over a socket in the file system; the driver makes it by name, with the socket's path. */
public final class LocalSocketFactory extends SocketFactory {
    private final Path path;

    /** Connects to the socket at {@code path}. */
    public LocalSocketFactory(String path) {
        this.path = Path.of(path);
    }

    @Override
    public Socket createSocket() throws IOException {
        return new LocalSocket(path);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw new IOException("only unconnected sockets are made");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket(String.valueOf(host), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(String.valueOf(host), port);
    }
}
