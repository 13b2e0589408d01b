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
    /** It would be overwritten. */
    NAME_TAKEN(
            "forecast.name-taken",
            "A save point of that name is there already.",
            "Choose another name, or replace the old one with --replace."),
    /** Not on this machine. */
    SERVER_ELSEWHERE(
            "forecast.server-elsewhere",
            "The database server's process was not found on this machine, so that its processor time cannot be read.",
            "Run the command on the server's own host, as root or as the server's user; in a container name the process with --pid."),
    /** Not one that we know. */
    SERVER_UNSUPPORTED(
            "forecast.server-unsupported",
            "The server or its URL is of a kind whose counters are not known.",
            "Name PostgreSQL 15 to 18 or MariaDB 10.11 as jdbc:postgresql://HOST:PORT/DATABASE or jdbc:mariadb://HOST:PORT/."),
    /** No connection. */
    SERVER_UNREACHABLE(
            "forecast.server-unreachable",
            "The database server does not answer.",
            "Check address and port, and that the server runs."),
    /** No right. */
    SERVER_DENIED(
            "forecast.server-denied",
            "The database server refuses the user, or the user lacks a right.",
            "Check user and password; the user needs to read the server's statistics (PostgreSQL: role pg_monitor)."),
    /** Views of another version. */
    COUNTERS_UNREADABLE(
            "forecast.counters-unreadable",
            "The database server's counters cannot be read.",
            "The message holds the server's own words."),
    /** Two machines. */
    PAIR_OTHER_HOST(
            "forecast.pair-other-host",
            "Two save points are of different machines, or the machine had another number of processors.",
            "Name two save points of one machine, with the same processors."),
    /** Two servers. */
    PAIR_OTHER_SERVER(
            "forecast.pair-other-server",
            "Two save points are of different servers, versions or page sizes.",
            "Name two save points of one server between which it was not upgraded."),
    /** Started again. */
    PAIR_RESTARTED(
            "forecast.pair-restarted",
            "The machine or the server was started again between two save points, so that its counters began anew.",
            "Make two new save points around the load, without a restart between them."),
    /** Set back. */
    COUNTER_RESET(
            "forecast.counter-reset",
            "A counter was set back between two save points.",
            "Make two new save points; let nobody reset statistics (FLUSH STATUS, pg_stat_reset) between them."),
    /** The wrong way round. */
    PAIR_ORDER(
            "forecast.pair-order",
            "The second save point is not after the first.",
            "Name the earlier save point first."),
    /** No right to see it. */
    DEVICE_IO_HIDDEN(
            "forecast.device-io-hidden",
            "The save points lack the device I/O of the server's processes, on which encryption below the engine would work.",
            "Make the save points as root or as the server's user, or forecast encryption in the engine (--layer engine)."),
    /** Absent in this Java. */
    CIPHER_NOT_MEASURED(
            "forecast.cipher-not-measured",
            "The calibration does not have the cipher that is asked for.",
            "Name one that holdfast forecast calibrate prints."),
    /** Of another machine. */
    CALIBRATION_OTHER_HOST(
            "forecast.calibration-other-host",
            "The calibration is of another machine than the save points, or of another number of processors.",
            "Run on the server's own host: holdfast forecast calibrate"),
    /** Nothing to draw letters with. */
    NO_FONTS(
            "forecast.no-fonts",
            "The page's plots cannot be drawn, since this machine has no fonts.",
            "Install fonts (Debian: apt-get install fontconfig fonts-dejavu-core), or go without --html."),
    /** Not to be written. */
    PAGE_NOT_WRITTEN(
            "forecast.page-not-written", "The page could not be written.", "The message says why; check the folder."),
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
