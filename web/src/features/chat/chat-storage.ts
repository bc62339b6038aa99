import { readStored, writeStored } from '#shared/api/browser/storage.ts';

/*
 * Data of a dialog in the browser: the text being written and the messages sent but not accepted yet. Keys
 * contain the person too, because several may use one machine.
 */

/** A message that was sent but not accepted yet. */
export interface StoredUnsent {
  /** Idempotency key, the same for every try, so that the message arrives once. */
  key: string;
  text: string;
  /** Milliseconds by the server's clock. */
  writtenAtMs: number;
  /** Whether the server refused it: it is sent again only when the person asks. */
  isRefused?: boolean;
}

const draftKey = (ownId: number, peerId: number) => `chat_draft_${ownId}_${peerId}`;
const unsentKey = (ownId: number, peerId: number) => `chat_unsent_${ownId}_${peerId}`;

export function readDraft(ownId: number, peerId: number): string {
  const draft = readStored<unknown>(draftKey(ownId, peerId), '');
  return typeof draft === 'string' ? draft : '';
}

export function writeDraft(ownId: number, peerId: number, text: string): void {
  writeStored(draftKey(ownId, peerId), text);
}

export function readUnsent(ownId: number, peerId: number): StoredUnsent[] {
  const stored = readStored<unknown>(unsentKey(ownId, peerId), []);
  return Array.isArray(stored) ? stored.filter(isUnsent) : [];
}

/** Stores an unsent message and keeps those that another window has stored meanwhile. */
export function storeUnsent(ownId: number, peerId: number, unsent: StoredUnsent): void {
  writeStored(unsentKey(ownId, peerId), [...readUnsent(ownId, peerId), unsent]);
}

/** Notes whether a stored message was refused. */
export function noteRefused(ownId: number, peerId: number, key: string, isRefused: boolean): void {
  const noted = readUnsent(ownId, peerId).map((unsent) =>
    unsent.key === key ? { ...unsent, isRefused } : unsent,
  );
  writeStored(unsentKey(ownId, peerId), noted);
}

export function forgetUnsent(ownId: number, peerId: number, key: string): void {
  const others = readUnsent(ownId, peerId).filter((unsent) => unsent.key !== key);
  writeStored(unsentKey(ownId, peerId), others);
}

function isUnsent(value: unknown): value is StoredUnsent {
  const { key, text, writtenAtMs } = (value ?? {}) as Partial<StoredUnsent>;
  return typeof key === 'string' && typeof text === 'string' && typeof writtenAtMs === 'number';
}
