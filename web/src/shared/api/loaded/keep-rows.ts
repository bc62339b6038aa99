/**
 * Placeholder of a list: the rows of the question before, until those of the next one come. That there were none says nothing
 * of the next question, so that nobody is told before its answer that nothing exists or matches.
 *
 * @param rowsOf rows of an answer
 */
export const keepRows =
  (rowsOf: (answer: never) => readonly unknown[]) =>
  <Answer>(before: Answer | undefined): Answer | undefined =>
    before !== undefined && rowsOf(before as never).length > 0 ? before : undefined;
