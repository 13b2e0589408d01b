package io.holdfast.coordinator.io;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/** All stores of the process share one bound of memory outside the heap. Kafka Streams makes it by its name. */
public final class BoundedRocks implements RocksDBConfigSetter {
    private static final long BYTES = 48L << 20;
    private static final long WRITE_BYTES = 24L << 20;
    private static final long ONE_BUFFER = 4L << 20;

    static {
        RocksDB.loadLibrary();
    }

    private static final Cache CACHE = new LRUCache(BYTES);
    private static final WriteBufferManager WRITES = new WriteBufferManager(WRITE_BYTES, CACHE);

    @Override
    public void setConfig(String store, Options options, Map<String, Object> configs) {
        if (options.tableFormatConfig() instanceof BlockBasedTableConfig table) {
            table.setBlockCache(CACHE);
            table.setCacheIndexAndFilterBlocks(true);
            options.setTableFormatConfig(table);
        }
        options.setWriteBufferManager(WRITES);
        options.setWriteBufferSize(ONE_BUFFER);
        options.setMaxWriteBufferNumber(2);
    }

    /** The cache lives as long as the process. */
    @Override
    public void close(String store, Options options) {}
}
