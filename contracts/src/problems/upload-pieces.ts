/** Size in bytes from which the page sends an archive in pieces. */
export const IN_PIECES_FROM_BYTES = 32 * 1024 ** 2;
/** Size of a piece in bytes: reverse proxies that read a request to its end hold no more. A multiple of the server's own chunks. */
export const PIECE_BYTES = 64 * 1024 ** 2;
