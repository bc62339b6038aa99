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

const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a process that stands still for seconds does not take that for silence of the database', async () => {
  const database = await createTestDatabase();
  const announcements = new Announcements(database.url, pino({ level: 'silent' }));
  await announcements.start();
  let losses = 0;
  announcements.on('resync', () => (losses += 1));

  const answered = announcements.caughtUp();
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve(); // the question is on its way
  standStill(6_000);
  await answered;
  await expect.poll(() => announcements.isListening).toBe(true);
  expect(losses).toBe(0);
  await announcements.close();
  await database.drop();
});
