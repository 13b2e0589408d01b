/** Rebuilds an instance from a set: plan, preflight, fetch, place, recover, prove. Here are the values that flow between the stages. */
@NullMarked
package io.holdfast.agent;

import org.jspecify.annotations.NullMarked;
