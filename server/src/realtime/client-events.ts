import type { ClientEvent } from '@balloon/contracts/socket/events.ts';
import type { ClientSocket } from '#realtime/local-sockets.ts';
import type { Services, User } from '#services.ts';

/** Sender of a client's event: signed in, and allowed to send it. */
export interface Listener {
  services: Services;
  socket: ClientSocket;
  user: User;
}

/** Handles a client's event; the payload has passed its contract. */
export type ClientEventHandler<Payload> = (listener: Listener, payload: Payload) => Promise<void> | void;

/** Handlers of all events of the contract, handed in by the features. */
export type ClientEventHandlers = Record<ClientEvent, ClientEventHandler<never>>;

/** Starts to emit what a feature announces to the sockets of this process; returns the function that stops it. */
export type Teller = (services: Services) => () => void;

/** Puts a socket into rooms, unless its connection is gone, where a room would keep it for ever, or going (`letGo`). */
export async function joinRooms(socket: ClientSocket, rooms: string[]) {
  if (socket.connected && socket.data.user !== null) await socket.join(rooms);
}

export async function leaveRooms(socket: ClientSocket, rooms: readonly string[]) {
  for (const room of rooms) await socket.leave(room);
}
