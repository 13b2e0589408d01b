package io.holdfast.repository;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.OnDisk;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.config.TypeName;
import java.nio.file.Path;
import java.util.Optional;

/** One repository in the configuration of a process; the key of its section is its name, {@code type} says which kind it is. */
public sealed interface RepositoryConfig {
    /** Sealed streams lie in topics of the process's Kafka, one topic a set. */
    @TypeName("kafka")
    record Kafka(
            @Setting(doc = "Partitions of a new set's topic, 1 to 4.", example = "2") @Default("2")
            int partitions,

            @Setting(
                    doc =
                            "Folder for sealed streams on their way out of the topic; the system's temporary folder unless"
                                    + " set.",
                    example = "/var/tmp/holdfast")
            Optional<Path> spool)
            implements RepositoryConfig {
        public Kafka {
            if (partitions < 1 || partitions > 4) {
                throw Permanent.invalid("a set's topic has 1 to 4 partitions", Integer.toString(partitions));
            }
        }
    }

    /** Sealed streams lie as files below a folder that every process of the site sees under the same path. */
    @TypeName("file")
    record File(
            @Setting(doc = "The folder.", example = "/mnt/backup/holdfast") @OnDisk(OnDisk.What.FOLDER)
            Path path) implements RepositoryConfig {}
}
