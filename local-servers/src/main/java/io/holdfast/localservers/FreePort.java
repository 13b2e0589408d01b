package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loopback ports that nobody listens on. They lie below the range that Linux gives to outgoing connections (32768 and up), so
 * that none of those can take one between the look and the server's start; this process hands none out twice.
 */
public final class FreePort {
    private static final int FIRST = 15_000;
    private static final int AFTER_LAST = 32_000;
    private static final int TRIES = 1_000;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    /** A port that is free now; another on each call. */
    public static int next() {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
        throw new Permanent(LocalServersFailure.PORT_BUSY, "no free loopback port was found in " + TRIES + " tries");
    }

    /** Whether a server could listen on the loopback port now. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /** {@code wanted}, or a free one if that is 0; a port that is taken is {@link Permanent}. */
    static int choose(int wanted, String server) {
        if (wanted == 0) {
            return next();
        }
        if (!isFree(wanted)) {
            throw new Permanent(
                    LocalServersFailure.PORT_BUSY,
                    server + " cannot listen on 127.0.0.1:" + wanted + ": something else does");
        }
        return wanted;
    }
}
