/** Most characters of the heading of a certificate. */
export const MAX_CERTIFICATE_HEADING = 120;
/** Most characters of the lines below it. */
export const MAX_CERTIFICATE_BODY = 1_000;
/** Most signatures side by side, and characters of a line below one. */
export const MAX_SIGNATURES = 3;
export const MAX_SIGNATURE_LINE = 120;
export const MAX_CERTIFICATE_PICTURE_BYTES = 512 * 1024;
