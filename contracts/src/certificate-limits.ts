/** Most characters of the heading of a certificate. */
export const MAX_CERTIFICATE_HEADING = 120;
/** Most characters of the lines below it. */
export const MAX_CERTIFICATE_BODY = 1_000;
