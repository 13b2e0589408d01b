/** What a command does with a fleet: submit, follow, look up. */
@NullMarked
package io.holdfast.cli.client;

import org.jspecify.annotations.NullMarked;
