/* Bounds of the problem editor that the page knows too; apart from the schemas, which it does not load. */

/** Characters of the comment of a version. */
export const MAX_VERSION_COMMENT = 500;

/** Tags of a problem, and characters of one. */
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;
/** Characters of an editorial in one language. */
export const MAX_EDITORIAL_LENGTH = 200_000;

const MEBIBYTE = 1024 * 1024;
/** Size of an input, an answer or a source of a checker. */
export const MAX_CONTENT_BYTES = 128 * MEBIBYTE;
/** Size of an archive of tests as it is sent. */
export const MAX_TESTS_ZIP_BYTES = 256 * MEBIBYTE;
/** Size of all tests of an archive, unpacked. */
export const MAX_UNPACKED_BYTES = 1024 * MEBIBYTE;
/** Size of a file that a statement offers. */
export const MAX_STATEMENT_FILE_BYTES = 20 * MEBIBYTE;
