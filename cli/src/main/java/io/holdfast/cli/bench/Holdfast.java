package io.holdfast.cli.bench;

import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.platform.Deletion;
import io.holdfast.cli.platform.Platform;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import java.nio.file.Path;
import java.util.List;

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
    public List<String> settings() {
        return List.of(
                "backup: the job " + Codecs.JOB_REQUEST.text(backup()),
                "restore: the job " + Codecs.JOB_REQUEST.text(restoring()),
                "processes, which keep running: " + String.join("; ", fleet.commandLines()),
                "one worker with 3 slots, an agent with 2 streams at once; AES_256, page checksums checked, fsync on, acks=all");
    }

    @Override
    public Usage backUp() {
        HoldfastFleet.Measured done = fleet.run(backup(), arena.servers());
        stored = done.end().progress().sealedBytes().number();
        return done.usage();
    }

    @Override
    public long storedBytes() {
        return stored;
    }

    @Override
    public Usage restore() {
        return fleet.run(restoring(), arena.servers()).usage();
    }

    private JobRequest backup() {
        return new JobRequest.Backup(
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
                null);
    }

    private JobRequest restoring() {
        return new JobRequest.Restore(
                1,
                JobIds.next(),
                HoldfastFleet.INSTANCE,
                null,
                Platform.AGENT,
                target.toString(),
                null,
                null,
                AfterRestore.LEAVE);
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
