/**
 * Something the person who starts Balloon can mend. The message is one line that says what is wrong
 * and what to do; it is printed without a stack.
 */
export class StartError extends Error {
  override name = 'StartError';
}
