import { readStored, writeStored } from '#shared/api/browser/storage.ts';

/*
 * Texts of messages that are being written. They outlive the form: one that was sent is taken out although its form was
 * left, and the form that was opened meanwhile shows that.
 */

const keyOf = (place: string) => `message_${place}`;

/** Texts of this page, which the browser may refuse to store. */
const texts = new Map<string, string>();
const watchers = new Set<() => void>();

/** @param place form to which the text belongs */
export function readDraft(place: string): string {
  const known = texts.get(place);
  if (known !== undefined) return known;
  const stored = readStored<unknown>(keyOf(place), '');
  return typeof stored === 'string' ? stored : '';
}

export function writeDraft(place: string, text: string): void {
  texts.set(place, text);
  writeStored(keyOf(place), text);
  for (const notify of watchers) notify();
}

export function watchDrafts(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}
