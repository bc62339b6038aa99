/** Log of the relay, one line per message; `console` fits. */
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
