/* Apart from the schemas, because the page needs these before it sends anything. */

/** The most source code one submission may carry, in UTF-8 bytes. */
export const MAX_SOURCE_BYTES = 256 * 1024;

/** The most input of one's own for a trial run, in UTF-8 bytes. */
export const MAX_TRIAL_INPUT_BYTES = 64 * 1024;

/** The most files of a submission, the one from which the program starts among them. */
export const MAX_SOLUTION_FILES = 30;

/** The most bytes of a zip archive with the files of a submission. */
export const MAX_SOLUTION_ZIP_BYTES = 512 * 1024;
