package io.holdfast.runtime.vault;

import io.github.jopenlibs.vault.Vault;
import io.github.jopenlibs.vault.VaultConfig;
import io.github.jopenlibs.vault.VaultException;
import io.github.jopenlibs.vault.response.AuthResponse;
import io.github.jopenlibs.vault.response.LogicalResponse;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A login at a Vault or OpenBao, kept and renewed: a request that is refused is tried once more with a fresh login, as tokens
 * expire. One HTTP client serves all requests.
 */
public final class VaultSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VaultSession.class);
    /** To the driver, that paths are taken as they are. */
    private static final int PLAIN_PATHS = 1;
    /** To the driver, that {@code data} belongs behind the mount of a path. */
    private static final int KEY_VALUE_PATHS = 2;

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

    /**
     * Writes to a path of an engine and returns the answer's data.
     *
     * @param refusal what it means when Vault calls the content wrong
     */
    public Map<String, String> write(String path, Map<String, Object> content, VaultRefusal refusal) {
        return request(writing(path, content, refusal), current());
    }

    /** The same with a login of its own, as somebody who comes anew. */
    public Map<String, String> writeAfresh(String path, Map<String, Object> content, VaultRefusal refusal) {
        String fresh = login();
        try {
            return once(writing(path, content, refusal), fresh);
        } finally {
            revokeUnlessConfigured(fresh);
        }
    }

    private static Request writing(String path, Map<String, Object> content, VaultRefusal refusal) {
        return new Request("write " + path, vault -> vault.logical().write(path, content), PLAIN_PATHS, refusal);
    }

    /** Reads all fields of a secret of a key-value engine of version 2; {@code reference} is for the message. */
    Map<String, String> readSecret(SecretRef reference, String path) {
        Request reading = new Request(
                "secret " + reference, vault -> vault.logical().read(path), KEY_VALUE_PATHS, VaultFailures::refused);
        return request(reading, current());
    }

    /** One call of the driver. */
    private interface Call {
        LogicalResponse send(Vault vault) throws VaultException;
    }

    /** A call, what it is in words, and what its refusal means. */
    private record Request(String what, Call call, int paths, VaultRefusal refusal) {}

    private Map<String, String> request(Request request, String with) {
        try {
            return once(request, with);
        } catch (Denied e) {
            if (e.code() != RuntimeFailure.VAULT_DENIED) {
                throw e;
            }
            String renewed = renew(with);
            if (renewed.equals(with)) {
                throw e;
            }
            return once(request, renewed);
        }
    }

    private Map<String, String> once(Request request, String with) {
        String where = where() + ", " + request.what();
        try {
            LogicalResponse response = request.call().send(vault(with, request.paths()));
            VaultFailures.require(where, response.getRestResponse(), request.refusal());
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
            throw new Permanent(RuntimeFailure.VAULT_UNREACHABLE, where() + ": its address or namespace is not valid");
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
                    vault("", PLAIN_PATHS).auth().loginByAppRole(role.mount(), role.roleId(), text(role.secretId()));
            String given = response.getAuthClientToken();
            if (given == null || given.isEmpty()) {
                VaultFailures.require(where, response.getRestResponse(), VaultFailures::refused);
                throw new Denied(RuntimeFailure.VAULT_DENIED, where + ": it gives no token");
            }
            return given;
        } catch (VaultException e) {
            throw VaultFailures.of(where, e);
        }
    }

    private void revokeUnlessConfigured(String fresh) {
        if (settings.login() instanceof VaultLogin.AppRole) {
            try {
                vault(fresh, PLAIN_PATHS).auth().revokeSelf();
            } catch (VaultException e) {
                // It expires by itself; the proof it served is done.
                LOG.debug("{}: a token was not given back ({})", where(), e.getHttpStatusCode());
            }
        }
    }

    private String text(SecretRef reference) {
        try (SecretBytes secret = secrets.resolve(reference)) {
            return secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }
    }

    /** Which Vault this is, for messages. */
    String where() {
        return "Vault " + name + " at " + settings.address();
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
