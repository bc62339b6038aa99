/* Apart from the schemas, because the page needs it where it writes and no schemas. */

/** Whether readers would see nothing of a text: spaces, and characters that are drawn as nothing. */
export const isBlank = (text: string): boolean => /^[\s\p{DI}\u2800]*$/u.test(text);
