@NullMarked
package io.holdfast.agent.place;

import org.jspecify.annotations.NullMarked;
