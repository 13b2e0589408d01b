package io.holdfast.tidy.breach.column.value;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;

/** Values that authenticate themselves. */
final class TouchesMac {
    static Mac mac() throws GeneralSecurityException {
        return Mac.getInstance("HmacSHA256");
    }
}
