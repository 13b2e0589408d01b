package io.holdfast.runtime.tls;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.file.PrivateFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The certificates of a fleet in one folder: {@code ca.pem} and {@code ca.key}, and for each role {@code ROLE.pem} and
 * {@code ROLE.key}. All of mode 600. The CA's key belongs off the machines that run the fleet, once the certificates are
 * made.
 */
public final class FleetCertificates {
    /** How long a role's certificate is valid. */
    public static final Duration VALIDITY = Duration.ofDays(825);

    private static final List<String> LOCAL = List.of("localhost", "127.0.0.1");

    private final Path folder;

    private FleetCertificates(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the CA and one certificate for each role.
     *
     * @param hosts names and addresses of the machines of the fleet, for the SAN; localhost and 127.0.0.1 are added
     * @throws Permanent when the folder holds a CA already, or cannot be written
     */
    public static FleetCertificates create(Path folder, List<String> hosts, InstantSource clock) {
        FleetCertificates fleet = new FleetCertificates(folder);
        if (Files.exists(fleet.ca()) || Files.exists(fleet.caKey())) {
            throw new Permanent(
                    RuntimeFailure.CERTIFICATES_EXIST, "the folder " + folder.toAbsolutePath() + " holds a CA already");
        }
        PrivateFiles.createFolder(folder);
        CertificateAuthority authority = CertificateAuthority.create("fleet CA", clock);
        PrivateFiles.replace(fleet.caKey(), Pem.write(authority.key()));
        PrivateFiles.replace(fleet.ca(), Pem.write(authority.certificate()));
        for (Role role : Role.values()) {
            fleet.write(authority, role, hosts);
        }
        return fleet;
    }

    /** The certificates that {@link #create} made in {@code folder}. */
    public static FleetCertificates at(Path folder) {
        return new FleetCertificates(folder);
    }

    /** Replaces the certificates of all roles; running processes see it by themselves. */
    public void renew(List<String> hosts, InstantSource clock) {
        CertificateAuthority authority = CertificateAuthority.read(ca(), caKey(), clock);
        for (Role role : Role.values()) {
            write(authority, role, hosts);
        }
    }

    /** The files by which a process of {@code role} shows who it is. */
    public TlsSettings tls(Role role) {
        return new TlsSettings(
                folder.resolve(role.label() + ".pem"), folder.resolve(role.label() + ".key"), folder.resolve("ca.pem"));
    }

    /** The CA's certificate. */
    public Path ca() {
        return folder.resolve("ca.pem");
    }

    /** The CA's private key. */
    public Path caKey() {
        return folder.resolve("ca.key");
    }

    private void write(CertificateAuthority authority, Role role, List<String> hosts) {
        List<String> names = new ArrayList<>(LOCAL);
        hosts.stream().filter(host -> !names.contains(host)).forEach(names::add);
        CertificateAuthority.Issued issued =
                authority.issue(new CertificateAuthority.Subject(role, role.label(), names, VALIDITY));
        write(issued, tls(role));
    }

    /** Writes a certificate and its key where {@code files} says. */
    public static void write(CertificateAuthority.Issued issued, TlsSettings files) {
        PrivateFiles.replace(files.key(), Pem.write(issued.key()));
        PrivateFiles.replace(files.certificate(), Pem.write(issued.certificate()));
    }

    /** Writes the certificate of a CA, for those who trust it. */
    public static void write(CertificateAuthority authority, Path file) {
        PrivateFiles.replace(file, Pem.write(authority.certificate()));
    }
}
