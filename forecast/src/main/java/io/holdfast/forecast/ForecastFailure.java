package io.holdfast.forecast;

import io.holdfast.protocol.failure.FailureCode;

/** Failures of forecasts. */
public enum ForecastFailure implements FailureCode {
    /** A cipher that is there and does not work. */
    CIPHER_REFUSED(
            "forecast.cipher-refused",
            "A cipher of this Java could not be measured, though it is there.",
            "The message says which and why; a security policy of this Java may forbid it."),
    /** No proc file system. */
    HOST_UNREADABLE(
            "forecast.host-unreadable",
            "The counters of this machine or of a process cannot be read from /proc.",
            "Run the command on the database server's own Linux host, as root or as the server's user."),
    /** Nothing of that name. */
    STATE_MISSING(
            "forecast.state-missing",
            "The state folder has no calibration, save point or forecast of that name.",
            "Correct the name or the folder (--folder); without any calibration run: holdfast forecast calibrate."),
    /** Changed by hand, or cut. */
    STATE_DAMAGED(
            "forecast.state-damaged",
            "A file of the state folder is not what this command wrote.",
            "Take the file that the message names out of the folder, and measure again.");

    private final String code;
    private final String meaning;
    private final String remedy;

    ForecastFailure(String code, String meaning, String remedy) {
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
