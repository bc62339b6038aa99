import { joinRooms, type Listener, leaveRooms } from '#realtime/client-events.ts';
import { ROOMS } from '#realtime/rooms.ts';

/** Events of the console log, for admins: the contract allows nobody else to send them. */
export const CONSOLE_CLIENT_EVENTS = {
  'console.listenLogs': async ({ services, socket }: Listener) => {
    await joinRooms(socket, [ROOMS.console]);
    // Sent as a room of this one socket, which the gate has just let in.
    services.sockets.emit(socket.id, 'console lines', { lines: [...services.console.kept] });
  },

  'console.stopListenLogs': ({ socket }: Listener) => leaveRooms(socket, [ROOMS.console]),
} as const;
