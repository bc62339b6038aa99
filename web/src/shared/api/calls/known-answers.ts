/** Answer with the tag by which the server knows it. */
interface KnownAnswer {
  etag: string;
  value: unknown;
}

/** Enough for what one screen asks again. */
const MAX_ANSWERS = 20;

/**
 * Answers to which the server gives a tag, by address: a screen that asks again, as after its first live connection, is
 * told that nothing has changed instead of being sent all of it. The server decides anew each time, so nothing is missed.
 * Tags are made from what is shown, so that the same tag means the same answer for any person.
 */
const known = new Map<string, KnownAnswer>();

export const knownAnswer = (address: string): KnownAnswer | undefined => known.get(address);

/** Keeps an answer that has a tag, in place of the oldest one. */
export function keepAnswer(address: string, etag: string | null, value: unknown): void {
  known.delete(address);
  if (etag === null) return;
  known.set(address, { etag, value });
  const [oldest] = known.keys();
  if (known.size > MAX_ANSWERS && oldest !== undefined) known.delete(oldest);
}

/** Forgets them before anything changes, so that they do not outlast the person. */
export const forgetKnownAnswers = (): void => known.clear();
