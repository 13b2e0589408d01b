package io.holdfast.localservers;

import java.nio.file.Path;
import java.util.Optional;

/**
 * PEM files of a broker's TLS.
 *
 * @param certificate the broker's certificate chain
 * @param key its private key, PKCS#8, not encrypted
 * @param clientAuthority if present, clients must show a certificate of this authority
 */
public record BrokerTls(Path certificate, Path key, Optional<Path> clientAuthority) {}
