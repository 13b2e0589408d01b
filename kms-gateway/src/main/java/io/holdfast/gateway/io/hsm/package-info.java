/** Encryptors whose keys lie in an HSM and never leave it, by PKCS#11. */
@NullMarked
package io.holdfast.gateway.io.hsm;

import org.jspecify.annotations.NullMarked;
