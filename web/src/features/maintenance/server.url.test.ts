import { expect, test } from 'vitest';
import { readServerChoice, SERVER_VIEWS, serverPath, WORK_KINDS } from '#features/maintenance/server.url.ts';

test.each(SERVER_VIEWS)('the address of the part %s leads back to it', (view) => {
  const address = new URL(serverPath({ view }), 'http://site');
  expect(readServerChoice(address.searchParams)).toEqual({ view, kind: null });
});

test.each(WORK_KINDS)('the queue of %s has an address', (kind) => {
  const address = new URL(serverPath({ view: 'queue', kind }), 'http://site');
  expect(readServerChoice(address.searchParams)).toEqual({ view: 'queue', kind });
});

test('unknown parts mean the first one', () => {
  expect(readServerChoice(new URLSearchParams('view=x&kind=y'))).toEqual({ view: 'state', kind: null });
});
