import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a flood ends the connection, whatever its events are called', async () => {
  for (const event of ['contest.left', 'no.such.event'] as const) {
    const person = await server.given.signedIn(await server.given.user());
    const socket = await person.socket();
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    for (let sent = 0; sent < 2000; sent += 1) socket.emit(event as 'contest.left', { contestId: 1 });
    expect(await ended).toBe('io server disconnect');
    expect((await person.socket()).connected).toBe(true); // another page of theirs, later
  }
});
