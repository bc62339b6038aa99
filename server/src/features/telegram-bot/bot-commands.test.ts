import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createBot } from '#features/telegram-bot/bot-commands.ts';
import type { Services } from '#services.ts';
import { reasonOf, Telegram } from '#telegram/telegram.ts';

test('a failure is a line of the log, however much the server says', () => {
  expect(reasonOf(new Error('x'.repeat(10_000_000)))).toHaveLength(500);
});

test('a server that asks for a pause of a day gets a minute', async () => {
  const server = createServer((_request, response) => {
    const parameters = { retry_after: 86_400 };
    const answer = { ok: false, error_code: 429, description: 'Too Many Requests', parameters };
    response.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const telegram = new Telegram('12345:token-of-a-test', `http://127.0.0.1:${port}`);
  const bot = createBot({} as Services, telegram);

  // What the library sleeps by before it asks for messages again.
  await expect(bot.api.getUpdates()).rejects.toMatchObject({ parameters: { retry_after: 60 } });

  server.close();
});
