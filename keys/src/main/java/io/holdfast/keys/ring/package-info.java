/** Several encryptors, the keys of running jobs and a signer behind the port of data keys. */
@NullMarked
package io.holdfast.keys.ring;

import org.jspecify.annotations.NullMarked;
