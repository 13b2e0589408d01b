package io.holdfast.protocol.failure;

/** Failures of the words themselves. */
public enum ProtocolFailure implements FailureCode {
    /** A value that is not of its form. */
    INVALID_VALUE(
            "protocol.invalid-value",
            "A name, id or quantity is not of its form.",
            "Correct the value; the message says what its form is.");

    private final String code;
    private final String meaning;
    private final String remedy;

    ProtocolFailure(String code, String meaning, String remedy) {
        this.code = code;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String remedy() {
        return remedy;
    }
}
