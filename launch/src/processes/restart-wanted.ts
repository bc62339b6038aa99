/** Message of a web process: an admin wants all of them to start again. */
interface RestartWanted extends Record<string, unknown> {
  restartWanted: true;
}

/** Asks the supervisor, which starts one web process again after another. */
export function askForRestart(): void {
  process.send?.({ restartWanted: true } satisfies RestartWanted);
}

export function isRestartWanted(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'restartWanted' in message;
}
