/** Layer of a dialog that asks for confirmation: questions have the library's own layer of dialogs, 200. */
export const BELOW_QUESTIONS = 190;
