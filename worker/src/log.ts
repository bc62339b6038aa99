/** Log of a worker, one line per message. A pino logger fits, and so does `console`. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch hides the reason ("connect ECONNREFUSED …") in the cause.
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
