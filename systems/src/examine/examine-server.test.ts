import { afterEach, beforeEach, expect, test } from 'vitest';
import { examineServer } from '#examine/examine-server.ts';
import { startTimus, TIMUS_ACCOUNT, type TimusStandIn } from '#stand-ins/timus.ts';
import { timus } from '#timus/timus.ts';

let standIn: TimusStandIn;
beforeEach(async () => {
  standIn = await startTimus();
});
afterEach(() => standIn.close());

const { judgeId, password } = TIMUS_ACCOUNT;
const account = (credentials: Record<string, string> | null) => ({
  ...{ name: 'first', credentials, session: null, authorId: null },
});
const examine = (...accounts: ReturnType<typeof account>[]) =>
  examineServer(
    { ...timus, pace: { ...timus.pace, requestEveryMs: 0 } },
    {
      ...{ url: standIn.url, settings: {}, accounts, scope: null, foreignId: null },
    },
  );

test('a server that works is seen to do so, and nothing is sent', async () => {
  const { findings, sessions } = await examine(account({ judgeId, password }));
  expect(findings).toMatchObject([
    { look: 'account', subject: 'first', failure: null },
    { look: 'list', failure: null, text: expect.stringMatching(/^\d+ problems/) },
    { look: 'problem', subject: '1000', failure: null, text: expect.stringContaining('Sum of Moons') },
    { look: 'languages', failure: null, text: expect.stringMatching(/^\d+ languages$/) },
  ]);
  expect(sessions.has(0)).toBe(true);
  expect(standIn.count('POST', /submit/)).toBe(0);
});

test('an account that does not open is named, and the rest is looked at without it', async () => {
  const { findings } = await examine(account(null));
  expect(findings[0]).toMatchObject({ look: 'account', failure: 'sealed' });
  expect(findings.slice(1).map(({ failure }) => failure)).toEqual([null, null, null]);
});

test('a changed page and a server that is away are told apart, without secrets', async () => {
  standIn.plan(/problemset/, { kind: 'answerInstead', reply: { body: `<p>${password}</p>` } }, 1);
  const changed = await examine(account({ judgeId, password }));
  expect(changed.findings.find(({ look }) => look === 'list')).toMatchObject({ failure: 'drift' });
  expect(JSON.stringify(changed.findings)).not.toContain(judgeId);

  standIn.plan(/problemset/, { kind: 'cutBefore' });
  const away = await examine(account({ judgeId, password }));
  expect(away.findings).toContainEqual(expect.objectContaining({ look: 'list', failure: 'down' }));
});
