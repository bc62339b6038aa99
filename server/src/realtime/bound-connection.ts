import type { EventEmitter } from 'node:events';

/** Requests to be taken in that one connection makes: clients make one, and those of older generations are taken in without. */
const MAX_JOINS = 4;
/** First character of such a request in the protocol of Socket.IO, of every generation. */
const JOIN = '0';
/** Packets that may wait for a connection that takes none for so long, in ms. */
const MAX_WAITING = 1_000;
const STALLED_MS = 5_000;

/** Connection below a socket, as far as it is bounded. */
interface RawConnection extends Pick<EventEmitter, 'on' | 'prependListener'> {
  readonly writeBuffer: readonly unknown[];
  close(discard?: boolean): void;
}

/** Bounds what one connection costs, whoever opened it. For the event `connection` of the engine. */
export function boundConnection(connection: RawConnection): void {
  boundJoins(connection);
  boundBacklog(connection);
}

/**
 * Closes connections that ask again and again to be taken in: each request makes a socket with all that belongs to it, and
 * 16 KB hold thousands of them, before the first one is answered.
 */
function boundJoins(connection: RawConnection): void {
  let joins = 0;
  // Before the library reads the packet.
  connection.prependListener('data', (packet: unknown) => {
    if (typeof packet !== 'string' || !packet.startsWith(JOIN)) return;
    joins += 1;
    if (joins > MAX_JOINS) connection.close();
  });
}

/**
 * Closes connections that read nothing, though they may go on to say that they live: what they do not read waits in the memory
 * of this process. A page that was only slow connects again and catches up.
 */
function boundBacklog(connection: RawConnection): void {
  let takenAtMs = performance.now();
  connection.on('flush', () => {
    takenAtMs = performance.now();
  });
  connection.on('packetCreate', () => {
    const isFull = connection.writeBuffer.length >= MAX_WAITING;
    if (isFull && performance.now() - takenAtMs > STALLED_MS) connection.close(true);
  });
}
