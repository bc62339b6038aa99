import type { StartTyping } from '@balloon/contracts/talk/chat.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { startTyping } from '#features/chat/start-typing.ts';
import { joinRooms, type Listener, leaveRooms } from '#realtime/client-events.ts';
import { ROOMS } from '#realtime/rooms.ts';
import type { User } from '#services.ts';

/** Events of the chat: a participant follows their own dialog, supervisors all dialogs of the support. */
export const CHAT_CLIENT_EVENTS = {
  'chat.listen': ({ socket, user }: Listener) => joinRooms(socket, [chatRoom(user)]),

  'chat.stopListen': ({ socket, user }: Listener) => leaveRooms(socket, [chatRoom(user)]),

  'chat.startTyping': ({ services, user }: Listener, typing: StartTyping) =>
    startTyping(services, user, typing),
} as const;

const chatRoom = (user: User) => (isSupervisor(user.accessMask) ? ROOMS.chatSupport : ROOMS.chatOf(user.id));
