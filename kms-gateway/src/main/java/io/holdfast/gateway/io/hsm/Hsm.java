package io.holdfast.gateway.io.hsm;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.runtime.config.SecretResolver;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.security.UnrecoverableKeyException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import javax.security.auth.login.FailedLoginException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A token by the JDK's PKCS#11 provider: logged in at the first use, and anew when it was away. Safe for use by several threads. */
final class Hsm {
    private static final Logger LOG = LoggerFactory.getLogger(Hsm.class);
    /** Keys that others made in the token are seen after so long at most. */
    private static final Duration REFRESHED = Duration.ofMinutes(1);

    private static final String KEYS_STAY_INSIDE = """

            attributes(generate, CKO_SECRET_KEY, CKK_AES) = {
              CKA_TOKEN = false
              CKA_PRIVATE = true
              CKA_SENSITIVE = true
              CKA_EXTRACTABLE = false
              CKA_ENCRYPT = true
              CKA_DECRYPT = true
            }
            """;

    private final String name;
    private final HsmSettings settings;
    private final SecretResolver secrets;
    private final InstantSource clock;
    private @Nullable HsmKeys keys;
    private Instant read = Instant.EPOCH;
    private boolean pinRefused;

    Hsm(String name, HsmSettings settings, SecretResolver secrets, InstantSource clock) {
        this.name = name;
        this.settings = settings;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** What is done with a token's keys. */
    interface Use<T> {
        T with(HsmKeys keys) throws GeneralSecurityException;
    }

    /** The token, for messages. */
    String where() {
        return "HSM " + name + " (" + settings.library().getFileName() + ", " + settings.place() + ")";
    }

    /**
     * Does something with the token's keys; if the token fails, once more after a new login, as a login dies with the token.
     *
     * @throws Failure when it cannot be done now, or the token refuses the login
     */
    <T> T use(Use<T> use) {
        HsmKeys first = open();
        try {
            return use.with(first);
        } catch (GeneralSecurityException | ProviderException e) {
            LOG.warn("{} failed, and is tried again with a new login: {}", where(), reason(e));
            forget(first);
        }
        HsmKeys second = open();
        try {
            return use.with(second);
        } catch (GeneralSecurityException | ProviderException e) {
            forget(second);
            throw failed(e);
        }
    }

    /** So that the next use sees what was changed. */
    synchronized void forget() {
        keys = null;
    }

    private synchronized void forget(HsmKeys failed) {
        if (keys == failed) {
            keys = null;
        }
    }

    private synchronized HsmKeys open() {
        HsmKeys opened = keys;
        if (opened == null || read.plus(REFRESHED).isBefore(clock.instant())) {
            opened = login(opened == null ? provider() : opened.provider());
            keys = opened;
            read = clock.instant();
        }
        return opened;
    }

    private Provider provider() {
        String configuration = "--name = Holdfast-" + name + "\nlibrary = \"" + settings.library() + "\"\n"
                + settings.place() + KEYS_STAY_INSIDE;
        try {
            return Security.getProvider("SunPKCS11").configure(configuration);
        } catch (ProviderException e) {
            String why = reason(e);
            if (e.getCause() == null || e.getCause() instanceof IOException || why.contains("slot")) {
                throw new Permanent(GatewayFailure.HSM_NOT_FOUND, where() + ": " + why, e);
            }
            throw why.contains("CKR_SLOT_ID_INVALID")
                    ? new Permanent(GatewayFailure.HSM_NOT_FOUND, where() + " has no such slot: " + why, e)
                    : failed(e);
        }
    }

    private HsmKeys login(Provider provider) {
        if (pinRefused) {
            // A token locks itself after a few wrong PINs: who corrects it starts the gateway again.
            throw new Denied(GatewayFailure.HSM_PIN_REFUSED, pinRefusal());
        }
        char[] pin = secrets.resolveText(settings.pin());
        try {
            return new HsmKeys(provider, pin, where());
        } catch (IOException e) {
            if (e.getCause() instanceof UnrecoverableKeyException || e.getCause() instanceof FailedLoginException) {
                pinRefused = true;
                throw new Denied(GatewayFailure.HSM_PIN_REFUSED, pinRefusal(), e);
            }
            throw failed(e);
        } catch (GeneralSecurityException | ProviderException e) {
            throw failed(e);
        } finally {
            Arrays.fill(pin, '\0');
        }
    }

    private String pinRefusal() {
        return where() + " refuses the PIN of " + settings.pin();
    }

    private Transient failed(Exception e) {
        return new Transient(GatewayFailure.HSM_FAILED, where() + " failed: " + reason(e), e);
    }

    /** The deepest cause's words: those above only say that something failed. */
    private static String reason(Throwable e) {
        Throwable deepest = e;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage());
    }
}
