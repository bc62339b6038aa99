/** Beginnings of formulas, also in wide letters. */
const BEGINNING = /^[=+\-@\t\r＝＋－＠]/;

/** Beginnings behind any separator: a spreadsheet that expects another one begins a cell there, whatever the quotes say. */
const BEGINNING_INSIDE = /[,;\t](?=[=+\-@＝＋－＠])/g;

/**
 * Marks what a spreadsheet would compute in the text of a CSV cell by an apostrophe, so that a name cannot run a formula on
 * an organiser's machine.
 */
export const withoutFormulas = (text: string): string =>
  text.replace(BEGINNING, "'$&").replace(BEGINNING_INSIDE, "$&'");
