package io.holdfast.forecast.result;

import io.holdfast.forecast.point.ServerFacts;

/**
 * What it takes to encrypt all data for the first time, and again with a new key.
 *
 * @param pages that have to be written anew
 * @param pagesInASecond at which rate the server's own background threads do it; 0 for a server that has none
 * @param seconds how long that takes at that rate; 0 where there is none
 * @param firstCpuSeconds processor time of ciphers and engine to encrypt everything
 * @param rotationCpuSeconds processor time to decrypt it with the old key and encrypt it with the new one
 */
public record Rewriting(
        long pages, int pagesInASecond, double seconds, double firstCpuSeconds, double rotationCpuSeconds) {

    static Rewriting of(ServerFacts server, Costs costs, Assumptions assumptions) {
        double bytes = server.dataBytes();
        double encrypt = bytes * costs.encrypt().middle() * assumptions.write().middle();
        double decrypt = bytes * costs.decrypt().middle() * assumptions.read().middle();
        long pages = (server.dataBytes() + server.pageBytes() - 1) / server.pageBytes();
        int rate = Integer.parseInt(server.settings().getOrDefault("innodb_encryption_rotation_iops", "0"));
        return new Rewriting(pages, rate, rate == 0 ? 0 : (double) pages / rate, encrypt, encrypt + decrypt);
    }
}
