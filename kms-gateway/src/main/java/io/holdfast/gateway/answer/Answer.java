package io.holdfast.gateway.answer;

/** What leaves the gateway; the body may be a sealed data key, and is wiped when it has left. */
public final class Answer {
    private final int status;
    private final String type;
    private final byte[] body;

    private Answer(int status, String type, byte[] body) {
        this.status = status;
        this.type = type;
        this.body = body;
    }

    static Answer json(int status, byte[] body) {
        return new Answer(status, "application/json", body);
    }

    /** A failure as JSON. */
    public static Answer failed(int status, byte[] report) {
        return json(status, report);
    }

    static Answer sealed(byte[] body) {
        return new Answer(200, "application/octet-stream", body);
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The content type. */
    public String type() {
        return type;
    }

    /** The body itself, not a copy, so that it can be wiped. */
    public byte[] body() {
        return body;
    }

    /** Overwrites the body. */
    public void wipe() {
        java.util.Arrays.fill(body, (byte) 0);
    }
}
