declare global {
  /** Answers that `early.js` asked for while the scripts were on their way, by address; `null` without an answer. */
  var earlyAnswers: Map<string, Promise<Response | null>> | undefined;
  /** Resolves when the styles of the first screen apply. */
  var earlyStyles: Promise<unknown> | undefined;
}

/** Age of the page in ms from which its early answers are too old: the screen that wanted them never came. */
const MAX_AGE_MS = 30_000;

/**
 * Takes an answer that was asked for before the page ran. Each is taken once: a later question wants a later answer.
 *
 * @returns `null` when there is none, and for a refusal, which may have been of the moment, unless it says that nobody is
 *   signed in
 */
export async function takeEarlyAnswer(
  address: string,
  pageAgeMs = performance.now(),
): Promise<Response | null> {
  const early = globalThis.earlyAnswers?.get(address);
  if (early === undefined) return null;
  globalThis.earlyAnswers?.delete(address);
  const answer = pageAgeMs < MAX_AGE_MS ? await early : null;
  return answer?.ok || answer?.status === 401 ? answer : null;
}

/** Whether `early.js` has asked for an answer that nobody has taken yet. */
export function wasAskedEarly(address: string): boolean {
  return globalThis.earlyAnswers?.has(address) ?? false;
}

/** Forgets them before anything changes: afterwards the answers, or even the person, may be others. */
export function forgetEarlyAnswers(): void {
  globalThis.earlyAnswers?.clear();
}
