/* Numbers and names of contest messages that the page needs before anything of them is loaded: no schemas here. */

export const MAX_MESSAGE_LENGTH = 20_000;
export const MAX_QUESTION_LENGTH = 2_000;
export const MAX_MESSAGE_FILES = 10;
export const MAX_MESSAGE_FILE_BYTES = 10 * 1024 ** 2;
/** Questions of one participant that wait for an answer; further ones are refused until then. */
export const MAX_OPEN_QUESTIONS = 10;
/** Questions of one participant within a minute. */
export const MAX_QUESTIONS_A_MINUTE = 3;

/** Answers that juries give most; the page words them in the reader's language. */
export const STOCK_ANSWERS = ['readStatement', 'noComment', 'yes', 'no'] as const;

export const MESSAGE_FILTERS = ['all', 'open', 'questions', 'announcements'] as const;
export type MessageFilter = (typeof MESSAGE_FILTERS)[number];
