import { findMessage } from '#features/chat/chat.queries.ts';
import { endsOf, viewMessages } from '#features/chat/chat-view.ts';
import { findAccount } from '#features/chat/people.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';
import type { AnnouncementTypes } from '#realtime/announcements.ts';
import { ROOMS } from '#realtime/rooms.ts';
import { TurnsByKey } from '#realtime/turns-by-key.ts';
import type { Services } from '#services.ts';

/**
 * Notifies this process's sockets of events in dialogs: all windows of the person, and the supervisors.
 * Queries the database only when one of them is connected here. Events of one dialog keep their order.
 */
export function tellChatEvents(services: Services): () => void {
  const { announcements, sockets } = services;
  const turns = new TurnsByKey(services.log);
  const inTurn = (accountId: number, tell: () => Promise<void>) => {
    const rooms = roomsOf(accountId);
    if (!sockets.hasMembers(rooms)) return;
    turns.take(accountId, async () => {
      try {
        await tell();
      } catch (error) {
        sockets.emit(rooms, 'resync', {});
        throw error;
      }
    });
  };
  const stops = [
    announcements.on('chat.message', (sent) => inTurn(sent.accountId, () => tellMessage(services, sent))),
    announcements.on('chat.changed', (change) =>
      inTurn(change.accountId, async () => tellChange(services, change)),
    ),
    announcements.on('chat.typing', (typing) => inTurn(typing.accountId, () => tellTyping(services, typing))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const roomsOf = (accountId: number) => [ROOMS.chatOf(accountId), ROOMS.chatSupport];

async function tellMessage(
  { db, sockets }: Services,
  { accountId, messageId }: AnnouncementTypes['chat.message'],
): Promise<void> {
  const stored = await findMessage(db, messageId);
  if (!stored) return; // deleted meanwhile
  // Only supervisors receive which of them wrote.
  for (const [room, forSupport] of [
    [ROOMS.chatOf(accountId), false],
    [ROOMS.chatSupport, true],
  ] as const) {
    if (!sockets.hasMembers([room])) continue;
    const [envelope] = await viewMessages(db, [stored], { forSupport });
    const isOwn = stored.isFromSupport === forSupport;
    if (envelope) sockets.emit(room, isOwn ? 'sent chat message' : 'new chat message', envelope);
  }
}

function tellChange({ sockets }: Services, { what, ids, ...messages }: AnnouncementTypes['chat.changed']) {
  const event = what === 'read' ? 'read chat message' : 'delete chat message';
  const rooms = roomsOf(messages.accountId);
  for (const id of ids) sockets.emit(rooms, event, { id, ...endsOf(messages) });
}

/** Notifies the other side of a dialog; the side that types receives nothing. */
async function tellTyping(
  { db, sockets }: Services,
  { accountId, isSupport }: AnnouncementTypes['chat.typing'],
): Promise<void> {
  const room = isSupport ? ROOMS.chatOf(accountId) : ROOMS.chatSupport;
  if (!sockets.hasMembers([room])) return;
  const typist = await findAccount(db, isSupport ? SUPPORT_ID : accountId);
  if (typist) sockets.emit(room, 'chat typing', { peer: publicUser(typist) });
}
