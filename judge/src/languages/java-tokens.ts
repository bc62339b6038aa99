/**
 * Pattern with one token per match: a run of spaces, a comment, a literal, a word, or any other character. An
 * unterminated comment or literal reaches to the end of its text, so that no part of a source is read twice.
 */
const TOKEN =
  /\s+|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"""(?:\\[\s\S]|[^\\])*?(?:"""|$)|"(?:\\.|[^"\\\n])*["\\]?|'(?:\\.|[^'\\\n])*['\\]?|[\w$\u0080-\uffff]+|./gsy;

const IS_LEFT_OUT = /^(?:\s|\/[*/]|["'])/;

/**
 * Yields words and signs of a Java source in their order, without spaces, comments and literals. Takes linear time.
 */
export function* javaTokens(text: string): Generator<string> {
  for (const [token] of text.matchAll(TOKEN)) {
    if (!IS_LEFT_OUT.test(token)) yield token;
  }
}
