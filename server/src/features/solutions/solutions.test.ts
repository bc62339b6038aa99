import { createHash } from 'node:crypto';
import { MAX_SOURCE_BYTES } from '@balloon/contracts/judging/solution-limits.ts';
import {
  SolutionList,
  SubmitReply,
  UsedJudges,
  UsedLanguages,
} from '@balloon/contracts/solutions/solutions.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const listed = async (person: Person, path: string) => (await person.get(path)).as(SolutionList);

describe('submitting', () => {
  test('gives a receipt of what was committed', async () => {
    const contest = await server.given.contest({ problems: ['A', 'B'] });
    const participant = await server.given.participant(contest);
    const source = '#include <cstdio>\nint main(){puts("привет");}';

    const reply = await participant.submit(contest, {
      symbolIndex: 'b',
      languageId: LANGUAGES.cpp20.id,
      solution: source,
    });

    const { receipt, ...solution } = reply.as(SubmitReply);
    const stored = await server.services.db
      .selectFrom('solution')
      .selectAll()
      .where('id', '=', receipt.id)
      .executeTakeFirstOrThrow();
    expect(receipt).toEqual({
      id: solution.id,
      sentAtMs: stored.sentAtMs,
      sha256: createHash('sha256').update(source).digest('hex'),
    });
    expect(stored).toMatchObject({
      source,
      accountId: participant.user.id,
      problemId: contest.problemIds[1],
    });
    expect(solution).toMatchObject({
      internalSymbolIndex: 'B',
      verdictId: null,
      progress: { state: 'queued', testNumber: 0, testsNumber: null },
    });
  });

  test('shows in the receipt what the list shows, also of a rated author', async () => {
    const { given } = server;
    const group = await given.group();
    const contest = await given.contest({ groups: [group], problems: ['A', 'B'] });
    const participant = await given.participant(contest, { groups: [group] });
    await given.rating(group, contest, participant, 1712);

    const reply = await participant.submit(contest, { symbolIndex: 'B' });

    const { receipt, ...solution } = reply.as(SubmitReply);
    const [shown] = (await listed(participant, `/api/contest/${contest.id}/solutions/my`)).solutions;
    expect(solution).toEqual(shown);
    expect(solution.author.rating).toBe(1712);
    expect(receipt.id).toBe(shown?.id);
  });

  test('takes the ids of forms and refuses what makes no sense', async () => {
    const contest = await server.given.contest();
    const participant = await server.given.participant(contest);
    const submit = (body: object) => participant.post(`/api/contest/${contest.id}/solutions`, body);
    const good = { symbolIndex: 'A', languageId: '5', solution: 'x', contestId: 'ignored' };
    expect((await submit(good)).status).toBe(200);
    const wrong: [object, number, string][] = [
      [{ ...good, solution: ' \n ' }, 400, 'INVALID_INPUT'],
      [{ ...good, solution: 'a\0b' }, 400, 'INVALID_INPUT'],
      [{ ...good, solution: 'ж'.repeat(MAX_SOURCE_BYTES / 2 + 1) }, 400, 'INVALID_INPUT'],
      [{ ...good, solution: { $gt: '' } }, 400, 'INVALID_INPUT'],
      [{ ...good, languageId: 4711 }, 404, 'LANGUAGE_NOT_FOUND'],
      [{ ...good, symbolIndex: 'Z' }, 404, 'PROBLEM_NOT_FOUND'],
    ];
    for (const [body, status, code] of wrong) {
      const reply = await submit(body);
      expect([reply.status, reply.json.error?.code]).toEqual([status, code]);
    }
    const largest = await submit({ ...good, solution: '\t'.repeat(MAX_SOURCE_BYTES - 1).concat('x') });
    expect(largest.status).toBe(200);
  });

  test('needs an active language of the problem’s system', async () => {
    const { db } = server.services;
    const contest = await server.given.contest();
    const participant = await server.given.participant(contest);
    const foreign = await db
      .insertInto('language')
      .values({
        systemType: 'timus',
        foreignLanguageId: '1',
        name: 'G++',
        languageFamily: 'c_cpp',
        version: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const asked = await participant.submit(contest, { languageId: foreign.id });
    expect(asked.json.error?.code).toBe('LANGUAGE_OF_OTHER_SYSTEM');

    const csharp = LANGUAGES.csharp.id;
    await db.updateTable('language').set({ nonactive: true }).where('id', '=', csharp).execute();
    const closed = await participant.submit(contest, { languageId: csharp });
    expect(closed.json.error?.code).toBe('LANGUAGE_NOT_ACTIVE');
  });

  test.for([
    ['before the start', { startsInMin: 10 }, 'CONTEST_NOT_RUNNING'],
    ['after the end', { startsInMin: -100, durationMin: 60 }, 'CONTEST_NOT_RUNNING'],
    ['in practice', { startsInMin: -100, durationMin: 60, practiceMin: 60 }, undefined],
    ['in the freeze', { startsInMin: -100, freezeInMin: -10 }, undefined],
  ] as const)('by a participant %s', async ([, when, code]) => {
    const contest = await server.given.contest(when);
    const reply = await (await server.given.participant(contest)).submit(contest, {});
    expect(reply.json.error?.code).toBe(code);
  });

  test('is for participants; supervisors may at any time', async () => {
    const contest = await server.given.contest({ startsInMin: 10 });
    const outsider = await server.given.signedIn(await server.given.user());
    expect((await outsider.submit(contest, {})).status).toBe(403);
    expect((await server.given.anonymous().submit(contest, {})).status).toBe(401);
    expect((await (await server.given.supervisor()).submit(contest, {})).status).toBe(200);
  });

  test('is for moderators of other groups, where they are let in, as it is for participants', async () => {
    const { given, services } = server;
    const contest = await given.contest({ startsInMin: 10, groups: [await given.group()] });
    const moderator = await given.supervisor();
    await given.joined(moderator.user, contest);
    await services.db
      .updateTable('contestParticipant')
      .set({ isAdmitted: true })
      .where('contestId', '=', contest.id)
      .where('accountId', '=', moderator.user.id)
      .execute();

    const refused = await moderator.submit(contest, {});

    expect([refused.status, refused.json.error?.code]).toEqual([403, 'CONTEST_NOT_RUNNING']);
  });

  test('the same key again gives the same solution, also at the same moment and after the end', async () => {
    const contest = await server.given.contest();
    const participant = await server.given.participant(contest);
    const solution = { solution: 'print(1)', idempotencyKey: 'key-of-a-client' };

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => participant.submit(contest, solution)),
    );
    await server.services.db
      .updateTable('contest')
      .set({ durationTimeMs: 60_000, relativeFreezeTimeMs: 0 })
      .where('id', '=', contest.id)
      .execute();
    replies.push(await participant.submit(contest, solution));

    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    expect(await listed(participant, `/api/contest/${contest.id}/solutions/my`)).toMatchObject({
      solutionsNumber: 1,
    });
    const other = await participant.submit(contest, { ...solution, solution: 'print(2)' });
    expect([other.status, other.json.error?.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test.each([
    ['a form', (fields: Record<string, string>) => new URLSearchParams(fields)],
    [
      'a multipart form',
      (fields: Record<string, string>) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        return form;
      },
    ],
  ])('%s is taken like JSON, as older clients send it', async (_what, bodyOf) => {
    const contest = await server.given.contest();
    const participant = await server.given.participant(contest);
    const reply = await participant.send('POST', `/api/contest/${contest.id}/solutions`, {
      body: bodyOf({ symbolIndex: 'A', languageId: '5', solution: 'print(1)\n' }),
    });
    expect([reply.status, reply.json.internalSymbolIndex]).toEqual([200, 'A']);
  });

  test('a retry under the same key is refused to who was taken out of the contest', async () => {
    const contest = await server.given.contest();
    const participant = await server.given.participant(contest);
    const solution = { solution: 'print(1)', idempotencyKey: 'key-of-somebody-gone' };
    expect((await participant.submit(contest, solution)).status).toBe(200);
    await server.services.db
      .deleteFrom('contestParticipant')
      .where('contestId', '=', contest.id)
      .where('accountId', '=', participant.user.id)
      .execute();
    const retry = await participant.submit(contest, solution);
    expect([retry.status, retry.json.sourceSha256]).toEqual([403, undefined]);
  });

  test('the same key in two contests at the same moment is one solution and one refusal', async () => {
    const { given } = server;
    const contests = [await given.contest(), await given.contest()];
    const user = await given.user();
    for (const contest of contests) await given.joined(user, contest);
    const person = await given.signedIn(user);
    const replies = await Promise.all(
      contests.map((contest) => person.submit(contest, { idempotencyKey: 'one-key-for-two' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('at the same moment keeps ids in the order of time', async () => {
    const contest = await server.given.contest();
    const people = await Promise.all(Array.from({ length: 8 }, () => server.given.participant(contest)));
    const sendFive = async (person: Person) => {
      for (let sent = 0; sent < 5; sent += 1) await person.submit(contest, { solution: `print(${sent})` });
    };
    await Promise.all(people.map(sendFive));

    const rows = await server.services.db
      .selectFrom('solution')
      .select(['id', 'sentAtMs'])
      .where('contestId', '=', contest.id)
      .orderBy('id')
      .execute();
    expect(rows).toHaveLength(40);
    expect(rows.map(({ sentAtMs }) => sentAtMs)).toEqual(
      rows.map((row) => row.sentAtMs).sort((a, b) => a - b),
    );
    const events = await server.services.db
      .selectFrom('contestEvent')
      .select(['seq', 'event'])
      .where('contestId', '=', contest.id)
      .orderBy('seq')
      .execute();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  });
});

describe('the list of solutions', () => {
  test('gives participants their own, whatever they ask for, and supervisors all', async () => {
    const contest = await server.given.contest({ problems: ['A', 'B'] });
    const [ann, bob] = [await server.given.participant(contest), await server.given.participant(contest)];
    for (const symbolIndex of ['A', 'B', 'A']) await ann.submit(contest, { symbolIndex });
    await bob.submit(contest, { symbolIndex: 'B' });
    const supervisor = await server.given.supervisor();
    const all = `/api/contest/${contest.id}/solutions/all`;

    const own = await listed(ann, `${all}?filterUserIds=${bob.user.id}`);
    expect(own.solutions.map(({ userId }) => userId)).toEqual([ann.user.id, ann.user.id, ann.user.id]);
    const everybodys = await listed(supervisor, all);
    expect(everybodys.solutionsNumber).toBe(4);
    expect(everybodys.solutions.map(({ id }) => id)).toEqual(
      everybodys.solutions.map(({ id }) => id).sort((a, b) => b - a),
    );
    const page = await listed(supervisor, `${all}?count=2&offset=1`);
    expect(page.solutions).toEqual(everybodys.solutions.slice(1, 3));
    expect(page.solutionsNumber).toBe(4);
    const filtered = await listed(
      supervisor,
      `${all}?filterUserIds=${ann.user.id}&filterProblemIds=${contest.problemIds[0]}&count=Infinity`,
    );
    expect(filtered.solutionsNumber).toBe(2);
    expect((await listed(supervisor, `${all}?filterVerdictIds=1,2`)).solutionsNumber).toBe(0);
    expect((await listed(supervisor, `/api/contest/${contest.id}/solutions/my`)).solutionsNumber).toBe(0);
  });

  test('is filtered by language and by groups of the authors, which moderators know of theirs only', async () => {
    const { given } = server;
    const [ours, theirs] = [await given.group(), await given.group()];
    const contest = await given.contest({ problems: ['A'] });
    const ann = await given.participant(contest, { groups: [ours] });
    const bob = await given.participant(contest, { groups: [theirs] });
    const first = (await ann.submit(contest, {})).as(SubmitReply);
    await bob.submit(contest, {});
    const [admin, moderator] = [await given.admin(), await given.supervisor({ groups: [ours] })];
    const all = `/api/contest/${contest.id}/solutions/all`;
    const number = async (person: Person, query: string) =>
      (await listed(person, `${all}?${query}`)).solutionsNumber;

    expect(await number(admin, `filterLanguageIds=${first.languageId}`)).toBe(2);
    expect(await number(admin, 'filterLanguageIds=99999')).toBe(0);
    expect(await number(admin, `filterGroupIds=${ours},${theirs}`)).toBe(2);
    expect(await number(moderator, `filterGroupIds=${ours}`)).toBe(1);
    expect(await number(moderator, `filterGroupIds=${theirs}`)).toBe(0);
    expect(await number(ann, `filterGroupIds=${theirs}`)).toBe(1); // her own, whatever she asks for

    const languages = (await moderator.get(`/api/contest/${contest.id}/solutions/languages`)).as(
      UsedLanguages,
    );
    expect(languages.map(({ id }) => id)).toEqual([first.languageId]);
    expect((await ann.get(`/api/contest/${contest.id}/solutions/languages`)).status).toBe(403);
  });

  test('is filtered by judge together with everything else, for supervisors', async () => {
    const contest = await server.given.contest({ problems: ['A', 'B'] });
    const ann = await server.given.participant(contest);
    const [first, second] = [
      await startTestJudge(server.url, 'first'),
      await startTestJudge(server.url, 'second'),
    ];
    await server.services.db.deleteFrom('judging').execute(); // left by other tests
    for (const [judge, verdict] of [
      [first, 'accepted'],
      [second, 'accepted'],
      [second, 'wrongAnswer'],
    ] as const) {
      await ann.submit(contest, { symbolIndex: 'A', solution: `print(${Math.random()})` });
      await judge.result(await judge.mustClaim(), { verdict });
    }
    const supervisor = await server.given.supervisor();
    const number = async (person: Person, query: string) =>
      (await listed(person, `/api/contest/${contest.id}/solutions/all?${query}`)).solutionsNumber;

    expect(await number(supervisor, `filterJudgeIds=${second.judgeId}`)).toBe(2);
    expect(await number(supervisor, `filterJudgeIds=${first.judgeId},${second.judgeId}`)).toBe(3);
    expect(
      await number(
        supervisor,
        `filterJudgeIds=${second.judgeId}&filterVerdictIds=1&filterProblemIds=${contest.problemIds[0]}`,
      ),
    ).toBe(1);
    expect(await number(ann, 'filterJudgeIds=999999')).toBe(3); // her own, whatever she asks for
    const judges = await supervisor.get(`/api/contest/${contest.id}/solutions/judges`);
    expect(judges.as(UsedJudges).map(({ name }) => name)).toEqual(['first', 'second']);
    expect((await ann.get(`/api/contest/${contest.id}/solutions/judges`)).status).toBe(403);
  });

  test('of all contests keeps to the groups of a moderator', async () => {
    const { given } = server;
    const group = await given.group();
    const [open, ours, theirs] = [
      await given.contest(),
      await given.contest({ groups: [group] }),
      await given.contest({ groups: [await given.group()] }),
    ];
    const user = await given.user({ groups: [group] });
    const person = await given.signedIn(user);
    for (const contest of [open, ours]) {
      await given.joined(user, contest);
      expect((await person.submit(contest, {})).status).toBe(200);
    }
    const admin = await given.admin();
    expect((await admin.submit(theirs, {})).status).toBe(200);
    const only = `filterUserIds=${user.id},${admin.user.id}`;

    expect((await listed(person, '/api/user/solutions')).solutionsNumber).toBe(2);
    const moderator = await given.supervisor({ groups: [group] });
    const stranger = await given.supervisor();
    expect((await listed(moderator, `/api/user/solutions?${only}`)).solutionsNumber).toBe(2);
    expect((await listed(stranger, `/api/user/solutions?${only}`)).solutionsNumber).toBe(1);
    expect((await listed(stranger, `/api/user/solutions?select=my`)).solutionsNumber).toBe(0);
    expect((await listed(admin, `/api/user/solutions?${only}`)).solutionsNumber).toBe(3);
    expect((await stranger.get(`/api/contest/${theirs.id}/solutions/all`)).status).toBe(403);
  });

  test('of all contests leaves removed ones out until they are restored', async () => {
    const contest = await server.given.contest();
    const [person, admin] = [await server.given.participant(contest), await server.given.admin()];
    await person.submit(contest, {});
    const only = `filterUserIds=${person.user.id}`;
    const number = async (viewer: Person) =>
      (await listed(viewer, `/api/user/solutions?${only}`)).solutionsNumber;
    expect([await number(admin), await number(person)]).toEqual([1, 1]);
    expect((await admin.send('DELETE', `/api/admin/contests/${contest.id}`, {})).status).toBe(200);
    expect([await number(admin), await number(person)]).toEqual([0, 0]);
    expect((await admin.post(`/api/admin/contests/${contest.id}/repair`)).status).toBe(200);
    expect([await number(admin), await number(person)]).toEqual([1, 1]);
  });

  test('of all contests tells titles in the language asked for', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    await person.submit(contest, {});
    const titlesIn = async (query: string) => {
      const { solutions } = await listed(person, `/api/user/solutions${query}`);
      return solutions.map(({ problem }) => problem.title);
    };
    const [usual = ''] = await titlesIn('');
    const [problemId = 0] = contest.problemIds;
    const statement = { problemId, locale: 'en-us', title: 'In English', attachments: '{}' };
    await server.services.db.insertInto('problemStatement').values(statement).execute();
    expect(await titlesIn('?locale=en-us')).toEqual(['In English']);
    expect(await titlesIn('?locale=ru-ru')).toEqual([usual]);
    expect(await titlesIn('')).toEqual([usual]);
  });
});

describe('the source', () => {
  test('is for its author and supervisors, also as bare text', async () => {
    const { given } = server;
    const contest = await given.contest({ groups: [await given.group()] });
    const group = await server.services.db
      .selectFrom('contestGroup')
      .select('groupId')
      .where('contestId', '=', contest.id)
      .executeTakeFirstOrThrow();
    const groups = [group.groupId];
    const author = await given.participant(contest, { groups });
    const rival = await given.participant(contest, { groups });
    const sent = await author.submit(contest, { solution: '{"looks": "like JSON"}' });
    const path = `/api/contest/${contest.id}/solutions/${sent.json.id}/code`;

    expect((await author.get(path)).json.sourceCode).toBe('{"looks": "like JSON"}');
    const raw = await author.get(`${path}?raw`);
    expect([raw.text, raw.headers.get('content-type')]).toEqual([
      '{"looks": "like JSON"}',
      'text/plain; charset=utf-8',
    ]);
    expect((await (await given.supervisor({ groups })).get(path)).status).toBe(200);
    expect((await (await given.admin()).get(path)).status).toBe(200);
    expect((await rival.get(path)).json.error?.code).toBe('SOLUTION_NOT_FOUND');
    expect((await (await given.supervisor()).get(path)).json.error?.code).toBe('CONTEST_ACCESS_DENIED');
    const other = await given.contest();
    await given.joined(author.user, other);
    const elsewhere = await author.get(`/api/contest/${other.id}/solutions/${sent.json.id}/code`);
    expect(elsewhere.status).toBe(404);
  });
});

describe('rejudging', () => {
  test('forgets the verdict and keeps the time', async () => {
    const { given } = server;
    const contest = await given.contest();
    const author = await given.participant(contest);
    const judge = await startTestJudge(server.url);
    await server.services.db.deleteFrom('judging').execute(); // left by other tests
    const sent = (await author.submit(contest, {})).as(SubmitReply);
    await judge.result(await judge.mustClaim(), { verdict: 'compilationError', compilationError: 'oops' });

    const refresh = `/api/admin/solutions/${sent.id}/refresh`;
    expect((await author.post(refresh)).status).toBe(403);
    const reply = await (await given.supervisor()).post(refresh);

    expect(reply.json).toMatchObject({
      id: sent.id,
      verdict: null,
      compilationError: null,
      sentAtMs: sent.sentAtMs,
      progress: { state: 'queued' },
    });
    expect(await judge.mustClaim()).toMatchObject({ solutionId: sent.id, attempt: 1 });
  });

  test('is for who supervises the contest', async () => {
    const { given } = server;
    const contest = await given.contest({ groups: [await given.group()] });
    const admin = await given.admin();
    const sent = await admin.submit(contest, {});
    const reply = await (await given.supervisor()).post(`/api/admin/solutions/${sent.json.id}/refresh`);
    expect(reply.status).toBe(404);
  });
});
