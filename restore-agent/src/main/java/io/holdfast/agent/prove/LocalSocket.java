package io.holdfast.agent.prove;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A connection to a socket in the file system, as a driver wants it: the address it names is not used. */
final class LocalSocket extends Socket {
    private final Path path;
    private final SocketChannel channel;

    LocalSocket(Path path) throws IOException {
        this.path = path;
        this.channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    }

    @Override
    public void connect(SocketAddress ignored) throws IOException {
        channel.connect(UnixDomainSocketAddress.of(path));
    }

    @Override
    public void connect(SocketAddress ignored, int timeout) throws IOException {
        connect(ignored);
    }

    @Override
    public InputStream getInputStream() {
        return Channels.newInputStream(channel);
    }

    @Override
    public OutputStream getOutputStream() {
        return Channels.newOutputStream(channel);
    }

    @Override
    public boolean isConnected() {
        return channel.isConnected();
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    // What follows has no meaning for a socket in the file system.

    @Override
    public void setTcpNoDelay(boolean on) {}

    @Override
    public void setKeepAlive(boolean on) {}

    @Override
    public void setSoTimeout(int timeout) {}

    @Override
    public int getSoTimeout() {
        return 0;
    }

    @Override
    public int getSendBufferSize() {
        return 65_536;
    }

    @Override
    public int getReceiveBufferSize() {
        return 65_536;
    }
}
