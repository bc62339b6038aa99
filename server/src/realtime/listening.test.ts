import { lookup } from 'node:dns/promises';
import { expect, test } from 'vitest';
import { startTestServer } from '#testing/test-server.ts';

test('on localhost every address that answers has sockets, also without WebSocket', async () => {
  const server = await startTestServer({ host: 'localhost' });
  const { port } = new URL(server.url);
  const answers = [];
  for (const { address, family } of await lookup('localhost', { all: true })) {
    const host = family === 6 ? `[${address}]` : address;
    const handshake = `http://${host}:${port}/socket.io/?EIO=4&transport=polling`;
    const reply = await fetch(handshake).catch(() => null); // nobody listens there
    if (reply) answers.push((await reply.text()).slice(0, 7));
  }
  await server.close();
  expect(answers.length).toBeGreaterThan(0);
  expect(new Set(answers)).toEqual(new Set(['0{"sid"']));
});
