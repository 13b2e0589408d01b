package io.holdfast.runtime.config;

/** A section that says where secrets of a scheme are read from; a configuration without one refuses references of that scheme. */
public interface SecretPlace {
    /** The scheme of the references. */
    SecretRef.Scheme scheme();
}
