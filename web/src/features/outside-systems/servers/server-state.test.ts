import { expect, test } from 'vitest';
import { stateOfServer } from '#features/outside-systems/servers/server-state.ts';

const NOW_MS = 1_000_000;
const ALIVE = [{ isAlive: false }, { isAlive: true }];
const server = { hasDrifted: false, pausedAtMs: null, awayUntilMs: 0, accounts: [{ isEnabled: true }] };

test.each([
  ['works', {}, ALIVE],
  ['away', { awayUntilMs: NOW_MS + 1 }, ALIVE],
  ['works', { awayUntilMs: NOW_MS }, ALIVE],
  ['noAccount', { accounts: [{ isEnabled: false }] }, ALIVE],
  ['noAccount', { accounts: [], awayUntilMs: NOW_MS + 1 }, ALIVE],
  ['noRelay', { accounts: [] }, [{ isAlive: false }]],
  ['noRelay', {}, []],
  ['paused', { pausedAtMs: 1 }, []],
  ['drifted', { pausedAtMs: 1, hasDrifted: true }, ALIVE],
] as const)('a server is %s', (state, changes, relays) => {
  expect(stateOfServer({ ...server, ...changes }, relays, NOW_MS)).toBe(state);
});
