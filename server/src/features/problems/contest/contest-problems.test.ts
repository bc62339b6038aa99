import { ContestProblem, Language, ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES, OFFERED_LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ProblemList = z.array(ListedContestProblem);

describe('the problems of a contest', () => {
  test('come in the order of their letters, with statement, limits and samples', async () => {
    const contest = await server.given.contest({ problems: ['A', 'B', 'C'] });
    const person = await server.given.participant(contest);

    const problems = (await person.get(`/api/contest/${contest.id}/problems`)).as(ProblemList);

    expect(problems.map((problem) => [problem.internalSymbolIndex, problem.id])).toEqual([
      ['A', contest.problemIds[0]],
      ['B', contest.problemIds[1]],
      ['C', contest.problemIds[2]],
    ]);
    expect(problems[0]).toMatchObject({
      title: 'Problem A',
      systemType: 'balloon',
      htmlStatement: '<p>Statement of Problem A</p>',
      attachments: {},
      timeLimitMs: 1000,
      memoryLimitKb: 262_144,
      samples: [{ input: '1 2\n', output: '3\n' }],
      locale: null,
      color: '#888888',
      isClosed: false,
      isJudgingPaused: false,
      ProblemToContest: { contestId: contest.id, problemId: contest.problemIds[0], versionId: null },
      verdictStatus: { accepted: false, wrongsNumber: 0 },
    });
  });

  test('name the languages whose limits differ, and no others', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    const own = { timeLimitMs: 1000, memoryLimitKb: 262_144 };
    const rules = { languageLimits: { python3: { ...own, timeLimitMs: 5000 }, cpp20: own } };
    await server.services.db
      .updateTable('testset')
      .set({ rules: JSON.stringify(rules) })
      .where('problemId', '=', contest.problemIds[0] ?? 0)
      .execute();
    const read = async () => (await person.get(`/api/contest/${contest.id}/problems/A`)).as(ContestProblem);
    expect((await read()).languageLimits).toEqual([
      { name: LANGUAGES.python3.name, ...own, timeLimitMs: 5000 },
    ]);
  });

  test('do not come with what only the jury knows', async () => {
    const contest = await server.given.contest();
    const reply = await (await server.given.participant(contest)).get(`/api/contest/${contest.id}/problems`);
    expect(reply.text).not.toMatch(/testset|checker|sha256|-5 5|textStatement/i);
  });

  test('stay closed until the start to who was let in and is a moderator of other groups now', async () => {
    const contest = await server.given.contest({ startsInMin: 10, groups: [await server.given.group()] });
    const guest = await server.given.signedIn(await server.given.user());
    const admission = { userId: guest.user.id };
    const admin = await server.given.admin();
    await admin.post(`/api/admin/contests/${contest.id}/live/people`, admission);
    const { db, announcements } = server.services;
    const { mask: accessMask } = ACCESS_GROUPS.moderator;
    await db.updateTable('account').set({ accessMask }).where('id', '=', guest.user.id).execute();
    await announcements.caughtUp();
    for (const call of ['problems', 'problems/A', 'problems/A/languages']) {
      const reply = await guest.get(`/api/contest/${contest.id}/${call}`);
      expect(reply.json.error?.code).toBe('CONTEST_NOT_STARTED');
    }
    const table = (await guest.get(`/api/contest/${contest.id}/table2?count=10`)).as(ScoreboardPage);
    expect(table.header.map(({ name }) => name)).toEqual(['']);
  });

  test('stay closed until the start, also for who joined before it was moved', async () => {
    const contest = await server.given.contest({ startsInMin: 10 });
    const person = await server.given.participant(contest);
    for (const call of ['problems', 'problems/A', 'problems/A/languages']) {
      const reply = await person.get(`/api/contest/${contest.id}/${call}`);
      expect(reply.status).toBe(403);
      expect(reply.json.error?.code).toBe('CONTEST_NOT_STARTED');
    }
    const supervisor = await server.given.supervisor();
    expect((await supervisor.get(`/api/contest/${contest.id}/problems`)).as(ProblemList)).toHaveLength(1);
  });

  test('stay readable after the end for who took part', async () => {
    const contest = await server.given.contest({ startsInMin: -100, durationMin: 50 });
    const person = await server.given.participant(contest);
    expect((await person.get(`/api/contest/${contest.id}/problems/a`)).status).toBe(200);
  });

  test('need joining', async () => {
    const contest = await server.given.contest();
    const stranger = await server.given.signedIn(await server.given.user());
    const reply = await stranger.get(`/api/contest/${contest.id}/problems/A`);
    expect(reply.json.error?.code).toBe('CONTEST_NOT_JOINED');
  });

  test('tell one’s own standing, and nobody else’s', async () => {
    const contest = await server.given.contest({ problems: ['A', 'B'] });
    const person = await server.given.participant(contest);
    const other = await server.given.participant(contest);
    const { wrongAnswer, compilationError, accepted } = VERDICTS;
    await givenSolutions(person, contest, 'A', [wrongAnswer.id, compilationError.id, wrongAnswer.id, null]);
    await givenSolutions(person, contest, 'B', [wrongAnswer.id, accepted.id, wrongAnswer.id, accepted.id]);
    await givenSolutions(other, contest, 'A', [accepted.id]);

    const problems = (await person.get(`/api/contest/${contest.id}/problems`)).as(ProblemList);

    expect(problems.map(({ verdictStatus }) => verdictStatus)).toEqual([
      { accepted: false, wrongsNumber: 2 },
      { accepted: true, wrongsNumber: 1 },
    ]);
  });
});

async function givenSolutions(
  person: Person,
  contest: GivenContest,
  letter: 'A' | 'B',
  verdictIds: readonly (number | null)[],
) {
  for (const verdictId of verdictIds) {
    await server.services.db
      .insertInto('solution')
      .values({
        contestId: contest.id,
        problemId: contest.problemIds['AB'.indexOf(letter)] ?? 0,
        accountId: person.user.id,
        languageId: LANGUAGES.rust.id,
        sentAtMs: contest.startTimeMs,
        source: 'x',
        sourceSha256: 'x',
        verdictId,
      })
      .execute();
  }
}

describe('one problem', () => {
  test('is found by its letter in any case', async () => {
    const contest = await server.given.contest({ problems: ['A', 'B'] });
    const person = await server.given.participant(contest);
    const problem = (await person.get(`/api/contest/${contest.id}/problems/b`)).as(ContestProblem);
    expect(problem).toMatchObject({ id: contest.problemIds[1], internalSymbolIndex: 'B' });
  });

  test.each(['C', 'AA'])('is missing under %s', async (letter) => {
    const contest = await server.given.contest({ problems: ['A', 'B'] });
    const person = await server.given.participant(contest);
    const reply = await person.get(`/api/contest/${contest.id}/problems/${letter}`);
    expect(reply.status).toBe(404);
    expect(reply.json.error?.code).toBe('PROBLEM_NOT_FOUND');
  });

  test('is the 27th under AA', async () => {
    const problemIds: number[] = [];
    for (let number = 1; number <= 27; number += 1) problemIds.push(await server.given.problem());
    const contest = await server.given.contest({ problems: problemIds });
    const person = await server.given.participant(contest);
    const problem = (await person.get(`/api/contest/${contest.id}/problems/aa`)).as(ContestProblem);
    expect(problem).toMatchObject({ id: problemIds[26], internalSymbolIndex: 'AA' });
  });

  test('shows the version that the contest has pinned', async () => {
    const { db } = server.services;
    const contest = await server.given.contest();
    const [problemId = 0] = contest.problemIds;
    const { uuid } = await db
      .insertInto('problemVersion')
      .values({ problemId, versionNumber: 1, title: 'As it was', htmlStatement: '<p>old</p>' })
      .returning('uuid')
      .executeTakeFirstOrThrow();
    await givenStatement(problemId, 'ru-ru', 'Сейчас');
    await db
      .updateTable('contestProblem')
      .set({ versionId: uuid })
      .where('contestId', '=', contest.id)
      .execute();
    const person = await server.given.participant(contest);

    const problem = (await person.get(`/api/contest/${contest.id}/problems/A`)).as(ContestProblem);

    expect(problem).toMatchObject({ title: 'As it was', htmlStatement: '<p>old</p>', locale: null });
    expect(problem.ProblemToContest.versionId).toBe(uuid);
  });

  test('loses scripts on its way out', async () => {
    const contest = await server.given.contest();
    const htmlStatement = '<p onclick="alert(1)">x</p><script>alert(1)</script>';
    const [id = 0] = contest.problemIds;
    await server.services.db
      .updateTable('problem')
      .set({
        htmlStatement,
        attachments: JSON.stringify({
          content: { text: '**x**' },
          files: [
            { type: 'pdf', url: 'javascript:alert(1)' },
            { type: 'pdf', url: '/uploads/a.pdf', title: 'A' },
          ],
        }),
      })
      .where('id', '=', id)
      .execute();
    const person = await server.given.participant(contest);

    const problem = (await person.get(`/api/contest/${contest.id}/problems/A`)).as(ContestProblem);

    expect(problem.htmlStatement).toBe('<p>x</p>');
    expect(problem.attachments).toEqual({
      content: { text: '**x**' },
      files: [{ type: 'pdf', url: '/uploads/a.pdf', title: 'A' }],
    });
  });
});

const givenStatement = (problemId: number, locale: string, title: string) =>
  server.services.db
    .insertInto('problemStatement')
    .values({ problemId, locale, title, attachments: JSON.stringify({ content: { text: title } }) })
    .execute();

describe('the language of a statement', () => {
  let person: Person;
  let path: string;
  beforeAll(async () => {
    const contest = await server.given.contest();
    const [problemId = 0] = contest.problemIds;
    await givenStatement(problemId, 'ru-ru', 'Сумма');
    await givenStatement(problemId, 'en-us', 'Sum');
    person = await server.given.participant(contest);
    path = `/api/contest/${contest.id}/problems/A`;
  });

  test.each([
    ['asked for', '?locale=en-us', 'ru', 'Sum'],
    ['asked for, though it is not ours', '?locale=fr-fr', 'en-GB,en;q=0.9', 'Sum'],
    ['of the browser', '', 'de,en;q=0.8,ru;q=0.9', 'Сумма'],
    ['of the browser in its order', '', 'en;q=0.5, ru;q=0.4, *;q=0.1', 'Sum'],
    ['of nobody', '', '', 'Сумма'],
    ['of a browser that talks nonsense', '', ';;q=,,-', 'Сумма'],
  ])('is that %s', async (_what, query, acceptLanguage, title) => {
    const problem = (await person.get(path + query, { 'accept-language': acceptLanguage })).as(
      ContestProblem,
    );
    expect(problem.title).toBe(title);
    expect(problem.attachments.content?.text).toBe(title);
    expect(problem.locale).toBe(title === 'Sum' ? 'en-us' : 'ru-ru');
  });

  test('is another when it has not the wanted one', async () => {
    const contest = await server.given.contest();
    await givenStatement(contest.problemIds[0] ?? 0, 'ru-ru', 'Только по-русски');
    const reader = await server.given.participant(contest);
    const reply = await reader.get(`/api/contest/${contest.id}/problems/A?locale=en-us`);
    expect(reply.as(ContestProblem)).toMatchObject({ title: 'Только по-русски', locale: 'ru-ru' });
  });
});

describe('samples', () => {
  test('are cut when somebody made a huge one', async () => {
    const { db } = server.services;
    const contest = await server.given.contest();
    const huge = await db.transaction().execute((tx) => storeBlob(tx, Buffer.from('я'.repeat(300_000))));
    const empty = await db.transaction().execute((tx) => storeBlob(tx, Buffer.from('')));
    await db
      .updateTable('test')
      .set({ inputSha256: huge, answerSha256: empty })
      .where('isSample', '=', true)
      .where(
        'testsetId',
        'in',
        db.selectFrom('problem').select('testsetId').where('id', 'in', contest.problemIds),
      )
      .execute();
    const person = await server.given.participant(contest);

    const [sample] = (await person.get(`/api/contest/${contest.id}/problems/A`)).as(ContestProblem).samples;

    expect(sample?.input).toMatch(/^я{5000,5200}\n…$/);
    expect(sample?.output).toBe('');
  });
});

describe('languages', () => {
  test('come with the most used first, then those meant most often, inactive ones among them', async () => {
    const { db } = server.services;
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    await givenSolutions(person, contest, 'A', Array(20).fill(null));
    await db.updateTable('language').set({ nonactive: true }).where('id', '=', LANGUAGES.csharp.id).execute();

    const reply = await person.get(`/api/contest/${contest.id}/problems/A/languages`);

    const languages = reply.as(z.array(Language));
    expect(languages).toHaveLength(OFFERED_LANGUAGES.length);
    expect(languages[0]).toMatchObject({
      id: LANGUAGES.rust.id,
      name: 'Rust',
      popularity: expect.any(Number),
    });
    const unused = languages.slice(1);
    expect(unused.map(({ foreignLanguageId }) => foreignLanguageId)).toEqual(
      OFFERED_LANGUAGES.filter((key) => key !== 'rust'),
    );
    expect(unused.filter((language) => 'popularity' in language)).toEqual([]);
    expect(unused.find(({ name }) => name === 'C#')).toMatchObject({
      nonactive: true,
      systemType: 'balloon',
    });
  });
});

// Last, because what is sent here counts as used languages.
test('where a problem comes from is told to the jury only', async () => {
  const contest = await server.given.contest();
  const problemId = contest.problemIds[0] ?? 0;
  const { db } = server.services;
  const origin = { foreignProblemIdentifier: 'origin-1000', sourceUrl: 'https://origin.example.org/1' };
  await db.updateTable('problem').set(origin).where('id', '=', problemId).execute();
  const person = await server.given.participant(contest);
  const jury = await server.given.supervisor();
  await server.given.joined(jury.user, contest);
  const sent = await person.submit(contest, {});
  expect(sent.text).not.toContain('origin');
  for (const address of [
    `/api/contest/${contest.id}/problems`,
    `/api/contest/${contest.id}/problems/A`,
    `/api/problems/${problemId}`,
    `/api/contest/${contest.id}/solutions/my`,
    '/api/user/solutions',
  ]) {
    const reply = await person.get(address);
    expect([address, reply.status]).toEqual([address, 200]);
    expect(reply.text).toContain('"foreignProblemIdentifier":""'); // older clients read the field
    expect(reply.text).not.toContain('origin');
  }
  for (const address of [`/api/contest/${contest.id}/problems/A`, `/api/problems/${problemId}`]) {
    expect((await jury.get(address)).json).toMatchObject(origin);
  }
});

describe('a statement that many open', () => {
  test('is sent from memory, once per change, and not at all to who has it', async () => {
    const contest = await server.given.contest();
    const [admin, person] = [await server.given.admin(), await server.given.participant(contest)];
    const path = `/api/contest/${contest.id}/problems/A`;
    const first = await person.get(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await person.get(path, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);

    const { status } = await admin.post(`/api/admin/contests/${contest.id}/live/problems/A/submissions`, {
      isClosed: true,
    });
    expect(status).toBe(200);
    const changed = await person.get(path, { 'if-none-match': etag });
    expect(changed.as(ContestProblem)).toMatchObject({ isClosed: true });
  });
});
