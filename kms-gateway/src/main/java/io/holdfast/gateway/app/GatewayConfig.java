package io.holdfast.gateway.app;

import io.holdfast.gateway.io.hsm.HsmSettings;
import io.holdfast.keys.store.UnlockSettings;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.health.HealthSettings;
import io.holdfast.runtime.log.LogSettings;
import io.holdfast.runtime.tls.TlsSettings;
import io.holdfast.runtime.vault.VaultSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The key gateway's configuration. */
public record GatewayConfig(
        @Setting(doc = "The address that the gateway listens at.", example = "0.0.0.0") @Default("127.0.0.1")
        String host,

        @Setting(doc = "The port that the gateway listens at; 0 takes a free one.") @Default("8443")
        int port,

        @Setting(doc = "The gateway's certificates; callers need one of the same CA.")
        TlsSettings tls,

        @Setting(doc = "The sealed store: encryptors, the keys that sign manifests, the keys of running jobs.")
        UnlockSettings store,

        @Setting(doc = "The encryptors that jobs may name.", example = "{main: {type: store}}")
        Map<EncryptorName, EncryptorSettings> encryptors,

        @Setting(doc = VaultSettings.DOC, example = VaultSettings.EXAMPLE) @Default("{}")
        Map<String, VaultSettings> vaults,

        @Setting(doc = HsmSettings.DOC, example = HsmSettings.EXAMPLE) @Default("{}")
        Map<String, HsmSettings> hsms,

        @Setting(doc = "The audit log's file.", example = "/var/log/holdfast/audit.jsonl")
        Path audit,

        @Setting(doc = "How long the key of a job lives at most, should nobody end the job.", example = "3d")
        @Default("7d")
        Duration jobKeyLife,

        @Setting(
                doc =
                        "Whether a certificate wraps only once its private part was exported: else it would be lost with the store.")
        @Default("false")
        boolean requireExported,

        @Setting(doc = "Where health and metrics are served.")
        HealthSettings health,

        @Setting(doc = "How the gateway logs.") LogSettings log) {
    public GatewayConfig {
        if (encryptors.isEmpty()) {
            throw Permanent.invalid("a gateway has at least one encryptor", "encryptors: {}");
        }
        if (port < 0 || port > 65_535) {
            throw Permanent.invalid("a port is 0 to 65535", Integer.toString(port));
        }
        if (jobKeyLife.isNegative() || jobKeyLife.isZero()) {
            throw Permanent.invalid("a job's key lives longer than nothing", jobKeyLife.toString());
        }
    }
}
