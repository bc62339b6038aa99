import type { ConsoleLine } from '@balloon/contracts/site/console.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inParts } from '#features/console/console-events.ts';
import { ConsoleLog } from '#features/console/console-log.ts';
import { type Person, startTestServer, type TestServer, type TestSocket } from '#testing/test-server.ts';

let server: TestServer;
let other: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({ telegramToken: '123456:the-token-of-the-bot-of-this-site' });
  other = await startTestServer({ databaseUrl: server.databaseUrl });
  admin = await server.given.admin();
});
afterAll(async () => {
  await other.close();
  await server.close();
});

/** Collects the texts that a socket receives. */
function heardBy(socket: TestSocket): string[] {
  const texts: string[] = [];
  socket.on('console lines', ({ lines }) => texts.push(...lines.map(({ text }) => text)));
  return texts;
}

const send = (socket: TestSocket, event: 'console.listenLogs' | 'console.stopListenLogs') =>
  new Promise<{ ok: boolean; code?: string }>((resolve) => socket.emit(event, {}, resolve));

test('an admin gets what was logged before, what is logged now, and the lines of other processes', async () => {
  server.services.log.warn({ judge: 'hall-1' }, 'said before anybody listened');
  other.services.log.info('said elsewhere');
  const socket = await admin.socket();
  const heard = heardBy(socket);
  expect(await send(socket, 'console.listenLogs')).toEqual({ ok: true });
  await expect.poll(() => heard).toContain('said before anybody listened judge=hall-1');
  await expect.poll(() => heard).toContain('said elsewhere');
  server.services.log.error({ err: new Error('no space') }, 'said now');
  other.services.log.warn('said elsewhere later');
  await expect.poll(() => heard).toContain('said now (no space)');
  await expect.poll(() => heard).toContain('said elsewhere later');
  await send(socket, 'console.stopListenLogs');
  server.services.log.warn('said to nobody');
  await send(socket, 'console.listenLogs'); // brings what was kept
  await expect.poll(() => heard.filter((text) => text === 'said to nobody')).toHaveLength(1);
});

test('no secret reaches the console, whatever logs it', async () => {
  const socket = await admin.socket();
  const heard = heardBy(socket);
  await send(socket, 'console.listenLogs');
  const { options, log } = server.services;
  log.warn({ url: options.databaseUrl, token: options.judgeToken }, `bot ${options.telegramToken} failed`);
  log.error({ err: new Error(`cannot reach ${options.databaseUrl}`) }, 'the database is away');
  await expect.poll(() => heard.join('\n')).toContain('the database is away');
  const secrets = [
    options.judgeToken,
    options.telegramToken ?? '',
    new URL(options.databaseUrl).password,
    options.adminPassword ?? '',
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5);
    expect(heard.join('\n')).not.toContain(secret);
  }
});

test('nobody but admins may listen', async () => {
  const own = await admin.socket();
  const heardByAdmin = heardBy(own);
  expect((await send(own, 'console.listenLogs')).ok).toBe(true);
  for (const person of [
    await server.given.supervisor(),
    await server.given.signedIn(await server.given.user()),
  ]) {
    const socket = await person.socket();
    const heard = heardBy(socket);
    expect((await send(socket, 'console.listenLogs')).ok).toBe(false);
    const text = `not for ${person.user.username}`;
    server.services.log.warn(text);
    // Whoever listens is sent it at the same moment, and answers keep the order.
    await expect.poll(() => heardByAdmin).toContain(text);
    expect((await send(socket, 'console.listenLogs')).ok).toBe(false);
    expect(heard).toEqual([]);
  }
});

test('a process keeps its newest 500 lines, of bounded length', () => {
  const log = new ConsoleLog((text) => text);
  for (let number = 0; number < 600; number += 1) log.add('judge', 'info', `${number} ${'x'.repeat(5000)}`);
  expect(log.kept).toHaveLength(500);
  expect(log.kept[0]?.text.startsWith('100 ')).toBe(true);
  expect(log.kept[0]?.text.length).toBe(2000);
});

test('lines are announced in parts that the database takes', () => {
  const line = (text: string): ConsoleLine => ({
    ...{ id: 'a:1', atMs: 1, level: 'info', part: 'web', origin: 'a', text },
  });
  const parts = inParts([...Array(40)].map(() => line('ы'.repeat(500))));
  expect(parts.flat()).toHaveLength(40);
  for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(7_500);
});
