package io.holdfast.catalog;

import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.SignedManifest;

/** Writes the catalog's topic: the keys first, so that whoever sees a manifest finds its keys. */
public record CatalogWriter(RecordProducer producer, Topics topics) {
    /** Returns when every replica has both records. Writing the same again changes nothing. */
    public void write(SetId set, SignedManifest manifest, KeySection keys) {
        write(set, keys);
        producer.send(topics.catalog(), Topics.catalogBodyKey(set), Codecs.SIGNED_MANIFEST, manifest);
    }

    /** Returns when every replica has the key section, a newer one of a set that is listed. */
    public void write(SetId set, KeySection keys) {
        producer.send(topics.catalog(), Topics.catalogKeysKey(set), Codecs.KEY_SECTION, keys);
    }
}
