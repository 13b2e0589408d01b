package io.holdfast.runtime.health;

/** Tells how a part of a process is; quick, asked at every request. An exception counts as down. */
public interface HealthCheck {
    /** How it is now. */
    Health check();
}
