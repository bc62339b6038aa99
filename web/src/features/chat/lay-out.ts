import type { ChatEnvelope } from '@balloon/contracts/talk/chat.ts';

/** Items of a dialog, from top to bottom. */
export type ConversationItem =
  | { kind: 'day'; atMs: number; key: string }
  | { kind: 'message'; envelope: ChatEnvelope; beginsGroup: boolean; key: string };

/** Messages of one author this close together are drawn as a group. */
const GROUP_WITHIN_MS = 5 * 60_000;

/** Inserts days between messages. @param newestFirst in the order in which they are loaded */
export function layOut(newestFirst: readonly ChatEnvelope[]): ConversationItem[] {
  const items: ConversationItem[] = [];
  let earlier: ChatEnvelope | undefined;
  for (const envelope of newestFirst.toReversed()) {
    const { id, postAtMs } = envelope.message;
    const isNewDay = earlier === undefined || dayOf(earlier.message.postAtMs) !== dayOf(postAtMs);
    if (isNewDay) items.push({ kind: 'day', atMs: postAtMs, key: `day ${dayOf(postAtMs)}` });
    const beginsGroup = isNewDay || earlier === undefined || !isSameGroup(earlier, envelope);
    items.push({ kind: 'message', envelope, beginsGroup, key: String(id) });
    earlier = envelope;
  }
  return items;
}

/** Number of the day in the viewer's time zone, different for each day. */
export function dayOf(atMs: number): number {
  const date = new Date(atMs);
  return date.getFullYear() * 10_000 + date.getMonth() * 100 + date.getDate();
}

function isSameGroup(earlier: ChatEnvelope, later: ChatEnvelope): boolean {
  return (
    earlier.author.id === later.author.id &&
    earlier.writtenBy?.id === later.writtenBy?.id &&
    later.message.postAtMs - earlier.message.postAtMs < GROUP_WITHIN_MS
  );
}
