@NullMarked
package io.holdfast.agent.plan;

import org.jspecify.annotations.NullMarked;
