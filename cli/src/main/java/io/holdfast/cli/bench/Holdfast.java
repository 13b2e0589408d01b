package io.holdfast.cli.bench;

import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.platform.Deletion;
import io.holdfast.cli.platform.Platform;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import java.nio.file.Path;

/** Holdfast with one repository and one way of reading. */
final class Holdfast implements Contender {
    private final Arena arena;
    private final HoldfastFleet fleet;
    private final RepositoryName repository;
    private final Access access;
    private final Path target;
    private long stored;

    Holdfast(Arena arena, HoldfastFleet fleet, RepositoryName repository, Access access) {
        this.arena = arena;
        this.fleet = fleet;
        this.repository = repository;
        this.access = access;
        this.target = arena.folder("holdfast-restored").resolve(repository + "-" + access);
    }

    @Override
    public String name() {
        return "Holdfast, repository " + (repository.text().equals("main") ? "file" : repository) + ", access "
                + access;
    }

    @Override
    public String version() {
        return "this checkout, Java " + Runtime.version();
    }

    @Override
    public String settings() {
        return "backup and restore jobs by topic; gateway, coordinator, one worker with 3 slots, agent with 2 streams at once, each a process of 256 MiB"
                + " heap that keeps running; AES_256, page checksums checked, fsync on, acks=all";
    }

    @Override
    public Usage backUp() {
        HoldfastFleet.Measured done = fleet.run(
                new JobRequest.Backup(
                        1,
                        JobIds.next(),
                        HoldfastFleet.INSTANCE,
                        repository,
                        null,
                        null,
                        arena.compression(),
                        access,
                        null,
                        null,
                        null),
                arena.servers());
        stored = done.end().progress().sealedBytes().number();
        return done.usage();
    }

    @Override
    public long storedBytes() {
        return stored;
    }

    @Override
    public Usage restore() {
        return fleet.run(
                        new JobRequest.Restore(
                                1,
                                JobIds.next(),
                                HoldfastFleet.INSTANCE,
                                null,
                                Platform.AGENT,
                                target.toString(),
                                null,
                                null,
                                AfterRestore.LEAVE),
                        arena.servers())
                .usage();
    }

    @Override
    public Path restored() {
        return target;
    }

    @Override
    public void clean() {
        Deletion.of(target);
    }
}
