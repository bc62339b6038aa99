/* Apart from the schemas, because the page needs these on every screen and those on none. */

/** The identity as which all supervisors chat; the word `admin` means it too. */
export const SUPPORT_USER_ID = 2;

/** The most characters one chat message may have. */
export const MAX_CHAT_MESSAGE_LENGTH = 4000;

/** Length of a chat message as the bound counts it: in characters, of which an emoji is one. */
export const chatLength = (text: string): number => Array.from(text.trim()).length;
