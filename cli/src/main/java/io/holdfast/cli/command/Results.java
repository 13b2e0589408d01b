package io.holdfast.cli.command;

import io.holdfast.cli.show.JobView;
import io.holdfast.cli.show.Screen;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.event.JobStatus;
import java.util.List;
import java.util.stream.Collectors;

/** Prints what a command found, as tables or as JSON. */
record Results(Screen screen, Form form) {
    /** How results are printed. */
    enum Form {
        TABLES,
        JSON
    }

    void jobs(List<JobStatus> jobs) {
        if (form == Form.JSON) {
            screen.result(jobs.stream().map(Codecs.JOB_STATUS::text).collect(Collectors.joining(",", "[", "]")));
        } else if (jobs.isEmpty()) {
            screen.result("No jobs yet. Start one: holdfast backup INSTANCE");
        } else {
            screen.table(JobView.HEADS, jobs.stream().map(JobView::row).toList());
        }
    }

    void job(JobStatus job) {
        if (form == Form.JSON) {
            screen.result(Codecs.JOB_STATUS.text(job));
        } else {
            screen.table(List.of("", ""), JobView.details(job));
        }
    }
}
