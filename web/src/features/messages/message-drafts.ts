import { readStored, writeStored } from '#shared/api/storage.ts';
import { writtenSince } from '#shared/ui/forms/typed-since.ts';

/*
 * Texts of messages that are being written. They outlive the form: what was sent of one is taken out of it although
 * its form was left, and the form that was opened meanwhile shows that.
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

/** Takes out what was sent. @returns what was written since, which stays */
export function removeSent(place: string, sent: string): string {
  const left = writtenSince(sent, readDraft(place));
  writeDraft(place, left);
  return left;
}

export function watchDrafts(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}
