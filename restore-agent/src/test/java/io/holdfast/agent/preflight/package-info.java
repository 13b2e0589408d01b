@NullMarked
package io.holdfast.agent.preflight;

import org.jspecify.annotations.NullMarked;
