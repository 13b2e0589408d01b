@NullMarked
package io.holdfast.agent.recover;

import org.jspecify.annotations.NullMarked;
