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
export const STOCK_ANSWERS = ['readStatement', 'noComment', 'later', 'yes', 'no'] as const;

/** Answers that the jury of a contest adds to those. */
export const MAX_OWN_STOCK_ANSWERS = 30;
export const MAX_STOCK_ANSWER_LENGTH = 500;

/** What a message is about when it is about no problem. */
export const MESSAGE_CATEGORIES = ['general', 'operations', 'systems'] as const;
export type MessageCategory = (typeof MESSAGE_CATEGORIES)[number];

/** How long a question counts as taken by the supervisor who answers it, unless they say so again; ms. */
export const QUESTION_TAKEN_MS = 5 * 60_000;

export const MESSAGE_FILTERS = ['all', 'open', 'questions', 'announcements'] as const;
export type MessageFilter = (typeof MESSAGE_FILTERS)[number];
