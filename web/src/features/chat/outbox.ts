import { useSyncExternalStore } from 'react';
import {
  forgetUnsent,
  noteRefused,
  readUnsent,
  type StoredUnsent,
  storeUnsent,
} from '#features/chat/chat-storage.ts';

/** State of a message that is not accepted yet: being sent, waiting for the connection, or refused. */
export interface Unsent extends StoredUnsent {
  state: 'sending' | 'waiting' | 'refused';
  error: unknown;
}

/** The two sides of a dialog, seen by one of them. */
export interface DialogName {
  ownId: number;
  peerId: number;
}

const lists = new Map<string, readonly Unsent[]>();
const watchers = new Set<() => void>();
const nameOf = ({ ownId, peerId }: DialogName) => `${ownId} ${peerId}`;

/** Messages of a dialog that are not accepted yet, oldest first, including those of earlier visits. */
export function useUnsent(dialog: DialogName): readonly Unsent[] {
  return useSyncExternalStore(watch, () => listOf(dialog));
}

export function listOf(dialog: DialogName): readonly Unsent[] {
  const name = nameOf(dialog);
  const known = lists.get(name);
  if (known) return known;
  const left = readUnsent(dialog.ownId, dialog.peerId).map(asLeft);
  lists.set(name, left);
  return left;
}

export function addUnsent(dialog: DialogName, unsent: StoredUnsent): void {
  const known = listOf(dialog);
  storeUnsent(dialog.ownId, dialog.peerId, unsent);
  change(dialog, [...known, onItsWay(unsent)]);
}

/** Removes a message that was accepted, or taken back before that. */
export function removeUnsent(dialog: DialogName, key: string): void {
  forgetUnsent(dialog.ownId, dialog.peerId, key);
  change(
    dialog,
    listOf(dialog).filter((unsent) => unsent.key !== key),
  );
}

export function noteUnsent(dialog: DialogName, key: string, standing: Pick<Unsent, 'state' | 'error'>): void {
  noteRefused(dialog.ownId, dialog.peerId, key, standing.state === 'refused');
  change(
    dialog,
    listOf(dialog).map((unsent) => (unsent.key === key ? { ...unsent, ...standing } : unsent)),
  );
}

const onItsWay = (unsent: StoredUnsent): Unsent => ({ ...unsent, state: 'sending', error: null });

/** A message of an earlier visit; why one was refused is not known any more. */
const asLeft = (unsent: StoredUnsent): Unsent =>
  unsent.isRefused === true ? { ...unsent, state: 'refused', error: null } : onItsWay(unsent);

function change(dialog: DialogName, list: readonly Unsent[]): void {
  lists.set(nameOf(dialog), list);
  for (const notify of watchers) notify();
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}
