/** Tests of encryptors in an HSM. */
@NullMarked
package io.holdfast.gateway.io.hsm;

import org.jspecify.annotations.NullMarked;
