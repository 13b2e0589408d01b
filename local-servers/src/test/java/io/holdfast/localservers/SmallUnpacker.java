package io.holdfast.localservers;

/** A process that unpacks the small PostgreSQL and says where its programs are. */
public final class SmallUnpacker {
    private SmallUnpacker() {}

    /** Takes no arguments; {@code HOLDFAST_CACHE} says where to. */
    public static void main(String[] arguments) {
        System.out.print(SmallPostgres.unpack(18).orElseThrow().bin());
    }
}
