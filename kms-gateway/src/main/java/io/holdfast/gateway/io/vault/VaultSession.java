package io.holdfast.gateway.io.vault;

import io.github.jopenlibs.vault.Vault;
import io.github.jopenlibs.vault.VaultConfig;
import io.github.jopenlibs.vault.VaultException;
import io.github.jopenlibs.vault.response.AuthResponse;
import io.github.jopenlibs.vault.response.LogicalResponse;
import io.holdfast.gateway.GatewayFailure;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A login at a Vault or OpenBao, kept and renewed: a request that is refused is tried once more with a fresh login, as tokens
 * expire. One HTTP client serves all requests.
 */
final class VaultSession implements AutoCloseable {
    private static final int TRANSIT_ENGINE = 1;
    private static final int KV_ENGINE = 2;

    private final String name;
    private final VaultSettings settings;
    private final SecretResolver secrets;
    private final HttpClient http;
    private @Nullable String token;

    VaultSession(String name, VaultSettings settings, SecretResolver secrets) {
        this.name = name;
        this.settings = settings;
        this.secrets = secrets;
        this.http = VaultHttp.client(settings);
    }

    /** Writes to a transit path and returns the answer's data. */
    Map<String, String> write(String path, Map<String, Object> content) {
        return request("write " + path, vault -> vault.logical().write(path, content), TRANSIT_ENGINE, current());
    }

    /** The same with a login of its own, as somebody who comes anew. */
    Map<String, String> writeAfresh(String path, Map<String, Object> content) {
        String fresh = login();
        try {
            return once("write " + path, vault -> vault.logical().write(path, content), TRANSIT_ENGINE, fresh);
        } finally {
            revokeUnlessConfigured(fresh);
        }
    }

    /** Reads a secret of a key-value engine of version 2. */
    Map<String, String> readSecret(String path) {
        return request("read " + path, vault -> vault.logical().read(path), KV_ENGINE, current());
    }

    /** One request of the driver. */
    private interface Request {
        LogicalResponse send(Vault vault) throws VaultException;
    }

    private Map<String, String> request(String what, Request request, int engine, String with) {
        try {
            return once(what, request, engine, with);
        } catch (Denied e) {
            if (e.code() != GatewayFailure.VAULT_DENIED) {
                throw e;
            }
            String renewed = renew(with);
            if (renewed.equals(with)) {
                throw e;
            }
            return once(what, request, engine, renewed);
        }
    }

    private Map<String, String> once(String what, Request request, int engine, String with) {
        String where = where() + ", " + what;
        try {
            LogicalResponse response = request.send(vault(with, engine));
            VaultFailures.require(where, response.getRestResponse());
            return response.getData();
        } catch (VaultException e) {
            throw VaultFailures.of(where, e);
        }
    }

    private Vault vault(String with, int engine) {
        try {
            VaultConfig config = new VaultConfig()
                    .address(settings.address().toString())
                    .token(with)
                    .engineVersion(engine)
                    .readTimeout((int) settings.timeout().toSeconds())
                    .openTimeout((int) settings.timeout().toSeconds())
                    .httpClient(http);
            if (settings.namespace().isPresent()) {
                config.nameSpace(settings.namespace().get());
            }
            return Vault.create(config.build(), engine);
        } catch (VaultException e) {
            throw new Permanent(GatewayFailure.VAULT_UNREACHABLE, where() + ": its address or namespace is not valid");
        }
    }

    private synchronized String current() {
        if (token == null) {
            token = login();
        }
        return token;
    }

    /** Logs in anew unless another thread did already. */
    private synchronized String renew(String refused) {
        if (refused.equals(token)) {
            token = login();
        }
        return token == null ? refused : token;
    }

    private String login() {
        return switch (settings.login()) {
            case VaultLogin.Token given -> text(given.token());
            case VaultLogin.AppRole role -> login(role);
        };
    }

    private String login(VaultLogin.AppRole role) {
        String where = where() + ", login by AppRole";
        try {
            AuthResponse response =
                    vault("", TRANSIT_ENGINE).auth().loginByAppRole(role.mount(), role.roleId(), text(role.secretId()));
            String given = response.getAuthClientToken();
            if (given == null || given.isEmpty()) {
                VaultFailures.require(where, response.getRestResponse());
                throw new Denied(GatewayFailure.VAULT_DENIED, where + ": it gives no token");
            }
            return given;
        } catch (VaultException e) {
            throw VaultFailures.of(where, e);
        }
    }

    private void revokeUnlessConfigured(String fresh) {
        if (settings.login() instanceof VaultLogin.AppRole) {
            try {
                vault(fresh, TRANSIT_ENGINE).auth().revokeSelf();
            } catch (VaultException e) {
                // It expires by itself; the proof it served is done.
                org.slf4j.LoggerFactory.getLogger(VaultSession.class)
                        .debug("{}: a token was not given back ({})", where(), e.getHttpStatusCode());
            }
        }
    }

    private String text(SecretRef reference) {
        try (SecretBytes secret = secrets.resolve(reference)) {
            return secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }
    }

    private String where() {
        return "Vault " + name + " at " + settings.address();
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
