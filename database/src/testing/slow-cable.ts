import { once } from 'node:events';
import net from 'node:net';
import { serverAddress, throughPort } from '#testing/server-address.ts';

/**
 * Longest time in ms by which a statement with its answer, and an announcement, are held up; 0 is a usual run. Whoever sets
 * it looks for tests, and for code, that are right only while the database answers at once or in the usual order.
 */
export const HOLD_UP_DB_MS = Number(process.env.HOLD_UP_DB_MS ?? 0);

export interface SlowCable extends AsyncDisposable {
  /** The server's URL, through the cable. */
  url: string;
}

/**
 * Lays a cable to PostgreSQL that holds up whatever passes in either direction, each piece by a random part of half the
 * time, so that connections overtake each other. The order within a connection stays.
 */
export async function laySlowCable(databaseUrl: string, atMostMs: number): Promise<SlowCable> {
  const open = new Set<net.Socket>();
  const cable = net.createServer({ noDelay: true }, (client) => {
    const server = net.connect({ ...serverAddress(databaseUrl), noDelay: true });
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    carry(client, server, atMostMs / 2);
    carry(server, client, atMostMs / 2);
  });
  cable.listen(0, '127.0.0.1');
  await once(cable, 'listening');
  return {
    url: throughPort(databaseUrl, (cable.address() as net.AddressInfo).port),
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => cable.close(resolve));
    },
  };
}

function carry(from: net.Socket, to: net.Socket, atMostMs: number): void {
  const waiting: (() => void)[] = [];
  let dueMs = 0;
  const later = (act: () => void) => {
    const nowMs = performance.now();
    dueMs = Math.max(dueMs, nowMs + Math.random() * atMostMs);
    waiting.push(act);
    // Timers that are due in the same millisecond may fire in any order, so each lets the oldest piece through.
    setTimeout(() => waiting.shift()?.(), dueMs - nowMs);
  };
  from.on('data', (piece) => later(() => to.write(piece)));
  from.on('close', () => later(() => to.destroy()));
}
