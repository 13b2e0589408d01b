package io.holdfast.runtime.tls;

import io.holdfast.runtime.config.FitsTogether;
import io.holdfast.runtime.config.OnDisk;
import io.holdfast.runtime.config.Setting;
import java.nio.file.Path;
import java.time.Instant;

/** The PEM files by which a process shows who it is and knows whom to trust. */
public record TlsSettings(
        @Setting(
                doc = "This process's certificate, PEM; certificates of CAs between may follow.",
                example = "tls/worker.pem")
        @OnDisk(OnDisk.What.FILE)
        Path certificate,

        @Setting(doc = "Its private key, PEM, PKCS#8 without password, mode 600.", example = "tls/worker.key")
        @OnDisk(OnDisk.What.SECRET_FILE)
        Path key,

        @Setting(doc = "The certificate of the fleet's CA, PEM.", example = "tls/ca.pem") @OnDisk(OnDisk.What.FILE)
        Path ca)
        implements FitsTogether {
    @Override
    public void refuseUnfit(Instant now) {
        TlsFiles.refuseUnfit(this, now);
    }
}
