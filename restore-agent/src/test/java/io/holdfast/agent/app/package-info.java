@NullMarked
package io.holdfast.agent.app;

import org.jspecify.annotations.NullMarked;
