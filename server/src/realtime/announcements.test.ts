import { once } from 'node:events';
import net from 'node:net';
import { serverAddress, throughPort } from '@balloon/database/testing/server-address.ts';
import { createTestDatabase } from '@balloon/database/testing/test-database.ts';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Announcements } from '#realtime/announcements.ts';

/** Longer than a process that runs waits for a new connection before it tries again. */
const LATE_MS = 6_000;

/** Lays a cable to the database that carries nothing at first. */
async function lateCable(databaseUrl: string): Promise<{ url: string } & AsyncDisposable> {
  const cable = net.createServer((client) => {
    setTimeout(() => {
      const server = net.connect(serverAddress(databaseUrl));
      client.pipe(server).pipe(client);
      for (const socket of [client, server]) socket.on('error', () => socket.destroy());
    }, LATE_MS);
  });
  cable.listen(0, '127.0.0.1');
  await once(cable, 'listening');
  return {
    url: throughPort(databaseUrl, (cable.address() as net.AddressInfo).port),
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => cable.close(resolve));
    },
  };
}

test('a process that starts waits for a database that is slow to take the connection', async () => {
  const database = await createTestDatabase();
  await using cable = await lateCable(database.url);
  const announcements = new Announcements(cable.url, pino({ level: 'silent' }));

  await announcements.start();

  expect(announcements.isListening).toBe(true);
  await announcements.close();
  await database.drop();
});
