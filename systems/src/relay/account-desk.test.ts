import { expect, test } from 'vitest';
import { createPacer } from '#http/pacer.ts';
import { openAccountDesk } from '#relay/account-desk.ts';
import { USUAL_PAUSES } from '#relay/duties.ts';
import { createRelayApi } from '#relay/relay-api.ts';
import { createWebContact } from '#relay/web-contact.ts';
import { SILENT } from '#testing/mortal-relay.ts';
import { plainSystem } from '#testing/plain-system.ts';

test('solutions come before all work of jobs that waits, and each kind keeps its order', async () => {
  const { signal } = new AbortController();
  const api = createRelayApi('http://127.0.0.1:1', 'token');
  const desk = openAccountDesk(
    { server: { url: 'http://127.0.0.1:1/', settings: {} }, account: null },
    plainSystem,
    createPacer(0),
    {
      contact: createWebContact(api, { name: 'hall', version: '1' }, SILENT, signal),
      ...{ systems: {}, log: SILENT, pauses: USUAL_PAUSES, closing: signal, closed: signal },
      ...{ nowMs: Date.now, resolveName: async () => [] },
    },
  );
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const piece = (name: string, urgency: 'job' | 'solution') =>
    desk.turn(async () => void done.push(name), urgency);
  const all = [
    desk.turn(() => first.promise.then(() => void done.push('page 1')), 'job'),
    ...[piece('page 2', 'job'), piece('page 3', 'job'), piece('send', 'solution'), piece('poll', 'solution')],
  ];
  first.resolve();
  await Promise.all(all);
  expect(done).toEqual(['page 1', 'send', 'poll', 'page 2', 'page 3']);
});
