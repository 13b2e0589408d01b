package io.holdfast.localservers;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What a broker knows of the cluster that it is a part of, broker and controller in one.
 *
 * @param node its number, from 1
 * @param cluster the cluster's id
 * @param controllerPort where its controller listens
 * @param voters all controllers, as Kafka writes them: {@code node@host:port:directory}, separated by commas
 */
record ClusterPlace(int node, String cluster, int controllerPort, String voters) {
    /** Where all controllers listen: hosts and ports, separated by commas. */
    String controllers() {
        return Arrays.stream(voters.split(","))
                .map(voter -> voter.substring(voter.indexOf('@') + 1, voter.lastIndexOf(':')))
                .collect(Collectors.joining(","));
    }
}
