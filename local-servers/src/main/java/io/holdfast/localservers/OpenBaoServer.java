package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An OpenBao server of our own, for tests and the demo: initialised with one unseal key, unsealed, with the transit engine at
 * {@code transit/}. Its keys lie in its folder, readable by its owner only. It ends with this process, however that ends.
 */
public final class OpenBaoServer implements AutoCloseable {
    private static final int START_TRIES = 600;
    private static final long PAUSE_MILLIS = 50;

    private final OpenBaoOptions options;
    private final Path program;
    private final int port;
    private final OpenBaoHttp http;
    private @Nullable Process server;
    private @Nullable DeathWatch watch;

    private OpenBaoServer(OpenBaoOptions options, Path program) {
        this.options = options;
        this.program = program;
        this.port = FreePort.choose(options.port(), "OpenBao");
        this.http = new OpenBaoHttp(address(), options.tls().map(TestCertificate::certificate));
    }

    /** OpenBao's program, prepared first if it can be; {@link Permanent}, with what to do, if not. */
    public static Path findOrPrepare() {
        Path found = CacheFolder.servers().resolve("openbao/bin/bao");
        TestServers.prepareUnless(found);
        if (!Files.isExecutable(found)) {
            throw new Permanent(LocalServersFailure.UNAVAILABLE, "OpenBao's program is not at " + found);
        }
        return found;
    }

    /** Starts it, in a new folder or with the data of the last run, and leaves it unsealed with transit enabled. */
    public static OpenBaoServer start(OpenBaoOptions options) {
        OpenBaoServer bao = new OpenBaoServer(options, findOrPrepare());
        bao.start();
        return bao;
    }

    /** Starts it again after {@link #stop()} or {@link #kill()}, and unseals it. */
    public synchronized void start() {
        try {
            Files.createDirectories(options.folder().resolve("data"));
            Path configuration = PrivateFile.write(options.folder().resolve("openbao.json"), configuration());
            ProcessBuilder builder = new ProcessBuilder(
                    List.of(program.toString(), "server", "-config=" + configuration, "-log-level=warn"));
            builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
            Process started = builder.start();
            server = started;
            watch = DeathWatch.over(started, "TERM");
            awaitAnswer(started);
            prepare();
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.START_FAILED, "cannot start OpenBao: " + e, e);
        }
    }

    private String configuration() {
        String tls = options.tls()
                .map(certificate -> "\"tls_cert_file\": \"" + certificate.certificate() + "\", \"tls_key_file\": \""
                        + certificate.key() + "\"")
                .orElse("\"tls_disable\": true");
        int clusterPort = FreePort.next();
        return """
                {
                  "storage": {"raft": {"path": "%s", "node_id": "one", "performance_multiplier": "1"}},
                  "listener": [{"tcp": {"address": "127.0.0.1:%d", "cluster_address": "127.0.0.1:%d", %s}}],
                  "api_addr": "%s",
                  "cluster_addr": "https://127.0.0.1:%d"
                }
                """.formatted(options.folder().resolve("data"), port, clusterPort, tls, address(), clusterPort);
    }

    private void awaitAnswer(Process started) throws IOException {
        for (int attempt = 0; attempt < START_TRIES; attempt++) {
            if (!started.isAlive()) {
                forget();
                throw new Permanent(
                        LocalServersFailure.START_FAILED,
                        "OpenBao in " + options.folder() + " did not start: " + Command.end(Files.readString(log())));
            }
            try {
                http.send("GET", "sys/seal-status", "", "");
                return;
            } catch (Transient notYet) {
                pause();
            }
        }
        kill();
        throw new Permanent(LocalServersFailure.NOT_READY, "OpenBao in " + options.folder() + " does not answer");
    }

    private void prepare() throws IOException {
        boolean fresh = !Files.exists(keys());
        if (fresh) {
            PrivateFile.write(keys(), request("PUT", "sys/init", "{\"secret_shares\": 1, \"secret_threshold\": 1}"));
        }
        unseal();
        if (fresh) {
            awaitActive();
            request("POST", "sys/mounts/transit", "{\"type\": \"transit\"}");
        }
    }

    private void awaitActive() {
        for (int attempt = 0; attempt < START_TRIES; attempt++) {
            if (http.send("GET", "sys/health", "", "").statusCode() == 200) {
                return;
            }
            pause();
        }
        throw new Permanent(
                LocalServersFailure.NOT_READY, "OpenBao in " + options.folder() + " does not become active");
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Permanent(LocalServersFailure.NOT_READY, "waiting for OpenBao was interrupted", e);
        }
    }

    /** Seals it: it answers 503 until {@link #unseal()}. */
    public void seal() {
        request("PUT", "sys/seal", "");
    }

    /** Unseals it and waits until it serves. */
    public void unseal() {
        request("PUT", "sys/unseal", "{\"key\": \"" + kept("keys_base64\"\\s*:\\s*\\[") + "\"}");
        awaitActive();
    }

    /** A request of the root, such as {@code ("POST", "transit/keys/k", "{}")}; a status over 299 is {@link Permanent}. */
    public String request(String method, String path, String json) {
        HttpResponse<String> answer = http.send(method, path, Files.exists(keys()) ? rootToken() : "", json);
        if (answer.statusCode() > 299) {
            throw new Permanent(
                    LocalServersFailure.TOOL_FAILED,
                    "OpenBao answered " + answer.statusCode() + " to " + method + " " + path + ": " + answer.body());
        }
        return answer.body();
    }

    /** A new token with these policies, valid for this time, such as 1h. */
    public String token(String timeToLive, String... policies) {
        String answer = request(
                "POST",
                "auth/token/create",
                "{\"no_parent\": true, \"ttl\": \"" + timeToLive + "\", \"policies\": [\""
                        + String.join("\", \"", List.of(policies)) + "\"]}");
        return field(answer, "client_token\"\\s*:\\s*");
    }

    /** Writes a policy in HCL. */
    public void policy(String name, String hcl) {
        String escaped = hcl.replace("\"", "\\\"").replace("\n", "\\n");
        request("POST", "sys/policies/acl/" + name, "{\"policy\": \"" + escaped + "\"}");
    }

    /** What a caller logs in with as a role of AppRole. */
    public record AppRole(String roleId, String secretId) {}

    /** Turns AppRole on and makes a role with this policy, whose logins last an hour. */
    public AppRole appRole(String role, String policy) {
        request("POST", "sys/auth/approle", "{\"type\": \"approle\"}");
        String path = "auth/approle/role/" + role;
        request("POST", path, "{\"token_policies\": [\"" + policy + "\"], \"token_ttl\": \"1h\"}");
        return new AppRole(
                field(request("GET", path + "/role-id", ""), "role_id\"\\s*:\\s*"),
                field(request("POST", path + "/secret-id", "{}"), "secret_id\"\\s*:\\s*"));
    }

    /** The root's token. */
    public String rootToken() {
        return kept("root_token\"\\s*:\\s*");
    }

    private String kept(String name) {
        try {
            return field(Files.readString(keys()), name);
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot read " + keys() + ": " + e, e);
        }
    }

    private static String field(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\"([^\"]*)\"").matcher(json);
        if (!found.find()) {
            throw new Permanent(LocalServersFailure.TOOL_FAILED, "OpenBao's answer lacks a field");
        }
        return found.group(1);
    }

    private Path keys() {
        return options.folder().resolve("keys.json");
    }

    /** Its address, such as {@code http://127.0.0.1:20123}. */
    public String address() {
        return (options.tls().isPresent() ? "https" : "http") + "://127.0.0.1:" + port;
    }

    /** What it said. */
    public Path log() {
        return options.folder().resolve("openbao.log");
    }

    /** Stops it in an orderly way; the data stay, sealed. */
    public synchronized void stop() {
        if (server != null) {
            server.destroy();
        }
        forget();
    }

    /** Kills it on the spot (SIGKILL). */
    public synchronized void kill() {
        if (server != null) {
            server.destroyForcibly();
        }
        forget();
    }

    private void forget() {
        if (server != null) {
            try {
                if (!server.waitFor(30, TimeUnit.SECONDS)) {
                    server.destroyForcibly();
                }
            } catch (InterruptedException e) {
                server.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        if (watch != null) {
            watch.close();
        }
        server = null;
        watch = null;
    }

    @Override
    public void close() {
        stop();
        http.close();
    }
}
