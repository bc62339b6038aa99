/** Log of a worker, one line per message. A pino logger fits, and so does `console`. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

/** Text of an error, with that of its cause where it says more. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host with several addresses, none of which answers.
  if (error instanceof AggregateError && error.message === '') return errorText(error.errors[0]);
  const cause = error.cause instanceof Error ? errorText(error.cause) : '';
  return error.message.includes(cause) ? error.message : `${error.message}: ${cause}`;
}
