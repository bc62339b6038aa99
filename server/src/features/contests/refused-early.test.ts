import { takeTime } from '@balloon/database/connect.ts';
import { expect, test } from 'vitest';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { fieldsOf } from '#http/bodies/unknown-fields.ts';
import { type Person, startTestServer } from '#testing/test-server.ts';

/** Fields that make the body of any call valid; calls that do not drop those which they do not know get only the others. */
const BODY = {
  ...{ teamId: 1, problemIds: [1], source: 'int main() {}', titleEn: 'Best of the first year', userIds: [1] },
  ...{ step: 0, digest: '', locale: 'en-us', heading: 'Certificate', body: 'Of thanks', sessionId: 1 },
  ...{
    logo: null,
    signatures: [],
    insertedAtOnce: 0,
    isAnswered: true,
    isTaken: true,
    version: 1,
    answers: [],
  },
  ...{ userId: 1, isPaused: true, isClosed: true, isDisabled: true, people: [{ userId: 1, minutes: 5 }] },
  ...{ fromMs: 0, toMs: 1, startedAtMs: 0, readStartedAtMs: null, reason: 'Power cut' },
  ...{ inFreeze: 'no', untilNumber: 1, isOpen: true, maxPages: 1, jobsPerMinute: 1, printsAfterEnd: true },
  ...{ symbolIndex: 'A', languageId: 1, solution: 'int main() {}', title: 'Code', text: 'Text', minutes: 5 },
};

/** Takes the lock once for all who wait for it, whoever they are. */
const SENDING = '/api/contest/:contestId/solutions';

test('who may not change a contest is refused without waiting for the lock of those who send', async () => {
  const server = await startTestServer();
  const { given, routes, services } = server;
  const contest = await given.contest({ groups: [await given.group()] });
  const stranger = await given.signedIn(await given.user());
  const ofOthers = await given.supervisor({ groups: [await given.group()] });
  const callers: Partial<Record<string, Person>> = { user: stranger, supervisor: ofOthers };

  const replies = await services.db.transaction().execute(async (tx) => {
    await takeTime(tx); // it idles during all calls
    await lockContestLog(tx, contest.id);
    const replies = [];
    for (const { method, url, allow, isBulk, body: schema } of routes) {
      const caller = callers[allow];
      if (!caller || url === SENDING || ['GET', 'HEAD'].includes(method) || !url.includes(':contestId'))
        continue;
      const address = url
        .replace(':contestId', String(contest.id))
        .replace(/:symbol\w*/, 'A')
        .replace(/:\w+/g, '1');
      const headers = { 'content-type': 'application/json' };
      const action = url.includes('print') ? 'send' : 'take';
      // People whose results are adjusted have no minutes, and unknown fields are refused.
      const people = url.endsWith('/adjustments') ? [{ userId: 1 }] : BODY.people;
      const fields = Object.entries({ ...BODY, people, action });
      const known = isBulk ? fields.filter(([field]) => fieldsOf(schema).includes(field)) : fields;
      const body = JSON.stringify(Object.fromEntries(known));
      const { status, json } = await caller.send(method, address, { body, headers });
      replies.push([`${method} ${url}`, status, json.error?.description]);
    }
    return replies;
  });
  expect(replies.filter(([, status]) => status !== 403 && status !== 404)).toEqual([]);
  expect(replies.length).toBeGreaterThan(50);
  await server.close();
});
