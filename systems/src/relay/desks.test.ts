import type { RelayTask } from '@balloon/contracts/outside/relay.ts';
import { expect, test } from 'vitest';
import { ALL_SYSTEMS } from '#all-systems.ts';
import { createDesks } from '#relay/desks.ts';
import { USUAL_PAUSES } from '#relay/duties.ts';
import { createRelayApi } from '#relay/relay-api.ts';
import { createWebContact } from '#relay/web-contact.ts';

const { signal } = new AbortController();
const log = { info: () => {}, warn: () => {}, error: () => {} };

function openDesks() {
  const contact = createWebContact(
    createRelayApi('http://127.0.0.1:9', 'token'),
    { name: 'hall', version: '1' },
    log,
    signal,
  );
  return createDesks({
    ...{ contact, log, systems: ALL_SYSTEMS, pauses: USUAL_PAUSES, nowMs: Date.now },
    ...{ closing: signal, closed: signal, resolveName: async () => [] },
  });
}

const task = (systemType: 'cf' | 'sgu', password = 'moon'): RelayTask => ({
  ...{ solutionId: 1, fence: 1, attempt: 1, run: null },
  server: { id: systemType === 'cf' ? 1 : 2, systemType, url: 'https://cf.example.org/', settings: {} },
  account: { id: 7, credentials: { handle: 'jury', password }, session: null, authorId: null },
  submission: { foreignId: '100', foreignLanguageId: '54', languageName: 'C++', source: '' },
});

test('an account that two systems share keeps a desk for each of them', () => {
  const desks = openDesks();
  const [cf, sgu] = [desks.deskOf(task('cf')), desks.deskOf(task('sgu'))];
  expect(sgu).not.toBe(cf);
  expect(desks.deskOf(task('cf'))).toBe(cf);
  expect(desks.deskOf(task('sgu'))).toBe(sgu);
});

test('an account whose password has changed gets a new desk', () => {
  const desks = openDesks();
  const before = desks.deskOf(task('cf'));
  expect(desks.deskOf(task('cf', 'sun'))).not.toBe(before);
});
