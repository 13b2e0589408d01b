package io.holdfast.gateway.answer;

/** One call under way: what it is about is known before it is done. */
record Call(Subject subject, Work work) {
    /** Does it. */
    interface Work {
        Answer answer();
    }
}
