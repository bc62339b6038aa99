import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunState, Submission } from '#outside-system.ts';
import { startTimus, TIMUS_ACCOUNT, type TimusStandIn } from '#stand-ins/timus.ts';
import { addressesOf } from '#testing/addresses-of.ts';
import { failureOf } from '#testing/failure-of.ts';
import { openSession } from '#testing/open-session.ts';
import { timus } from '#timus/timus.ts';

const { judgeId, password, name } = TIMUS_ACCOUNT;
const AUTHOR = '123456';
let standIn: TimusStandIn;
beforeEach(async () => {
  standIn = await startTimus();
});
afterEach(() => standIn.close());

const open = (credentials: Record<string, string> | null = { judgeId, password }) =>
  openSession(standIn, credentials);
const solution = (source = 'int main() {}', more: Partial<Submission> = {}): Submission => ({
  ...{ foreignId: '1000', foreignLanguageId: '78', languageName: 'G++ 13.2 x64', source },
  ...more,
});

/** Sends as the relay does. */
async function sent(submission = solution(), session = open()) {
  const prepared = await timus.prepare(session, submission);
  return timus.send(session, submission, prepared);
}

/** Sends a solution whose answer is lost, and looks for it. */
async function lost(submission = solution()) {
  const session = open();
  const { watermark } = await timus.prepare(session, submission);
  const sending = timus.send(session, submission, { watermark, form: {} });
  expect(await failureOf(sending)).toBe('unknown');
  return timus.findRuns(session, { submission, watermark, sentAtMs: standIn.clock.nowMs() });
}

async function stateOf(runId: string | null) {
  const [state] = await timus.poll(open(), [{ runId: runId ?? '', foreignId: '1000' }]);
  return state as RunState;
}

describe('problems', () => {
  test('are listed alike each time, with titles of one language', async () => {
    const first = await timus.listProblems(open(null), null, null);
    expect(first.nextCursor).toBeNull();
    expect(first.problems.slice(0, 2)).toEqual([
      { foreignId: '1000', title: 'Sum of Moons' },
      { foreignId: '1001', title: 'Picture & Old Page' },
    ]);
    expect(await timus.listProblems(open(null), null, null)).toEqual(first);
  });

  test.each([
    ['CLASS="problemset"', 'CLASS="problems"'],
    ['CLASS="content"', 'CLASS="row"'],
    ['num=1001', 'num=1002'],
    ['</TABLE></TD></TR><TR><TD CLASS="footer">', ''],
  ])('are not listed when %s becomes %s', async (before, after) => {
    standIn.plan('/problemset.aspx', { kind: 'change', change: (body) => body.replaceAll(before, after) });
    expect(await failureOf(timus.listProblems(open(null), null, null))).toBe('drift');
  });

  test('have both languages, limits, samples, author and source', async () => {
    const problem = await timus.readProblem(open(null), '1000');
    expect(problem).toMatchObject({
      ...{ foreignId: '1000', timeLimitMs: 1000, memoryLimitKb: 65_536, inputFile: null, pdf: null },
      ...{ author: 'Ada Invented', source: 'Cup of Nowhere: Finals', tags: ['games'] },
      url: `${standIn.url}problem.aspx?space=1&num=1000`,
    });
    const [english, russian] = problem.statements;
    expect(english).toMatchObject({ language: 'en', title: 'Sum of Moons' });
    expect(russian).toMatchObject({ language: 'ru', title: 'Сумма лун' });
    expect(english?.samples).toEqual([{ input: '1 5\n', output: '6\n' }]);
    expect(russian?.html).toContain('У одной планеты <i>a</i> лун, у другой <i>b</i> &lt;= 10<sup>9</sup>.');
    for (const { html } of problem.statements) expect(html).not.toMatch(/sample|Пример|Invented|<form/i);
  });

  test('without a translation have one statement, and pictures with whole addresses', async () => {
    const { statements, timeLimitMs } = await timus.readProblem(open(null), '1001');
    expect(timeLimitMs).toBe(500);
    expect(statements.map(({ language }) => language)).toEqual(['en']);
    expect(statements[0]?.html).toContain(`<img src="${standIn.url}image/get.aspx/invented" alt>`);
    expect(statements[0]?.samples).toEqual([
      { input: '1\n2\n', output: '3\n' },
      { input: '4\n', output: '5\n' },
    ]);
  });

  test('name pictures and links by whole addresses', async () => {
    expect(addressesOf(await timus.readProblem(open(null), '1001'))).toEqual({
      pictures: [`${standIn.url}image/get.aspx/invented`],
      links: [`${standIn.url}problem.aspx?space=1&num=1000`],
    });
  });

  test('have samples in one column, without a table, or none', async () => {
    const [english] = (await timus.readProblem(open(null), '1002')).statements;
    expect(english?.samples).toEqual([{ input: 'x\n', output: 'y\n' }]);
    const [loose] = (await timus.readProblem(open(null), '2004')).statements;
    expect(loose?.samples).toEqual([{ input: 'x\n', output: 'y\n' }]);
    expect(loose?.html).not.toContain('<pre');
    const [bare] = (await timus.readProblem(open(null), '2003')).statements;
    expect(bare?.samples).toEqual([]);
    expect(bare?.html).toContain('costs <span>$</span>5 or <span>$</span>6');
  });

  test('that do not exist are told from pages that have changed', async () => {
    expect(await failureOf(timus.readProblem(open(null), '9999'))).toBe('refused');
    const change = (body: string) => body.replace('problem_content', 'content');
    standIn.plan('/problem.aspx', { kind: 'change', change });
    expect(await failureOf(timus.readProblem(open(null), '1000'))).toBe('drift');
  });

  test('are named by their number only', () => {
    expect(['1000', ' 1234 ', '999', '1000A', 'archive:1A'].map(timus.readId)).toEqual([
      '1000',
      '1234',
      null,
      null,
      null,
    ]);
  });
});

test('languages are those of the form', async () => {
  const languages = await timus.listLanguages(open(null), '1000');
  expect(languages).toContainEqual({
    ...{ foreignLanguageId: '78', name: 'G++ 13.2 x64', family: 'c_cpp', extensions: ['cpp', 'cc'] },
  });
  expect(languages.length).toBe(5);
});

describe('a solution', () => {
  test('reaches the site letter by letter', async () => {
    const source = '// Луна & "é" + 100%\nint main() { return 1 < 2; }\n';
    await sent(solution(source));
    expect(standIn.book.runs[0]).toMatchObject({ source, problem: '1000', authorId: AUTHOR });
    expect(standIn.journal.at(-1)?.body.toString()).toContain('name="SourceFile"; filename=""');
  });

  test('is found among others when the answer was lost', async () => {
    await sent(solution('before'));
    standIn.clock.advance(15_000);
    const add = (more: object) =>
      standIn.book.add({
        authorId: AUTHOR,
        problem: '1000',
        language: 'G++ 13.2 x64',
        source: 'other',
        ...more,
      });
    standIn.plan('/submit.aspx', { kind: 'delay', ms: 0 });
    standIn.plan('/submit.aspx', { kind: 'cutAfter' });
    const submission = solution('ours é\n');
    const session = open();
    const { watermark } = await timus.prepare(session, submission);
    add({ authorId: '777' });
    add({ problem: '1001' });
    add({ language: 'Java 1.8' });
    standIn.clock.advance(15_000);
    expect(await failureOf(timus.send(session, submission, { watermark, form: {} }))).toBe('unknown');
    add({ authorId: '777' });
    const sentAtMs = standIn.clock.nowMs();
    expect(await timus.findRuns(session, { submission, watermark, sentAtMs })).toEqual([
      { runId: `${standIn.book.runs[4]?.id}`, sentAtMs, hasSameSource: true },
    ]);
    expect(standIn.count('POST', '/submit.aspx')).toBe(2);
  });

  test.each([
    ['without the header', { status: 302, headers: { location: 'status.aspx' } }],
    ['of an error', { status: 500, body: 'Server Error' }],
    ['of a gateway', { status: 502 }],
    ['of another page', { body: '<title>Just a moment...</title>' }],
    ['that is no page', { body: '<b>'.repeat(1000) }],
  ])('with an answer %s is looked for', async (_name, reply) => {
    standIn.plan('/submit.aspx', { kind: 'delay', ms: 0 });
    standIn.plan('/submit.aspx', { kind: 'answerAfter', reply });
    expect(await lost()).toMatchObject([{ runId: '10987650', hasSameSource: true }]);
  });

  test('is not compared without a password', async () => {
    await sent();
    const session = open({ judgeId });
    const found = await timus.findRuns(session, { submission: solution(), watermark: null, sentAtMs: 0 });
    expect(found).toMatchObject([{ hasSameSource: null }]);
  });

  test('is found beyond the first page', async () => {
    const { runId } = await sent();
    for (let left = 120; left > 0; left -= 1) {
      standIn.book.add({ authorId: AUTHOR, problem: '1000', language: 'G++ 13.2 x64', source: 'x' });
    }
    const intent = { submission: solution(), watermark: '1', sentAtMs: 0 };
    const found = await timus.findRuns(open({ judgeId }), intent);
    expect([found.length, found[0]?.runId]).toEqual([121, runId]);
  });

  test('equal to an earlier one is a run of its own', async () => {
    const first = await sent();
    standIn.clock.advance(15_000);
    expect((await sent()).runId).not.toBe(first.runId);
  });

  test('too soon after another is refused with a time', async () => {
    await sent();
    await expect(sent()).rejects.toMatchObject({ kind: 'rate', retryAfterMs: 10_000 });
    expect(standIn.book.runs.length).toBe(1);
  });

  test('that cannot be sent is refused before it is sent', async () => {
    expect(await failureOf(sent(solution(), open({ judgeId: 'nobody' })))).toBe('signedOut');
    expect(standIn.count('POST', '/submit.aspx')).toBe(0);
  });

  test('is refused in the words of the site', async () => {
    expect(await failureOf(sent(solution('x', { foreignId: '9999' })))).toBe('refused');
    expect(await failureOf(sent(solution(), open({ judgeId: '123456ZZ' })))).toBe('signedOut');
    standIn.plan('/submit.aspx', { kind: 'delay', ms: 0 });
    standIn.plan('/submit.aspx', { kind: 'answerInstead', reply: { body: '' } });
    expect(await failureOf(sent())).toBe('unknown');
    const session = open();
    const prepared = await timus.prepare(session, solution());
    standIn.languages.length = 0;
    standIn.languages.push(['1', 'Only one']);
    const change = (body: string) => body.replace('Unknown language', 'Closed');
    standIn.plan('/submit.aspx', { kind: 'change', change });
    expect(await failureOf(timus.send(session, solution(), prepared))).toBe('drift');
  });
});

describe('polling', () => {
  test('leaves out runs that are not there or are of others', async () => {
    const other = standIn.book.add({ authorId: '777', problem: '1000', language: 'Java 1.8', source: 'x' });
    const ids = [`${other.id}`, `${other.id + 1}`];
    expect(
      await timus.poll(
        open(),
        ids.map((runId) => ({ runId, foreignId: '1000' })),
      ),
    ).toEqual([]);
  });

  test('of a list that shows others is refused', async () => {
    const { runId } = await sent();
    const change = (body: string) => body.replaceAll(`author.aspx?id=${AUTHOR}`, 'author.aspx?id=777');
    standIn.plan('/status.aspx', { kind: 'change', change });
    expect(await failureOf(stateOf(runId))).toBe('drift');
  });

  test('finds a run below many others', async () => {
    const { runId } = await sent();
    for (let left = 150; left > 0; left -= 1) {
      standIn.book.add({ authorId: AUTHOR, problem: '1000', language: 'Java 1.8', source: 'x' });
    }
    const latest = standIn.book.runs.at(-1)?.id;
    const asked = [`${latest}`, runId ?? ''].map((id) => ({ runId: id, foreignId: '1000' }));
    expect((await timus.poll(open(), asked)).map((state) => state.runId)).toEqual([`${latest}`, runId]);
  });
});

describe('a compilation log', () => {
  test('is read after one sign-in, without control characters', async () => {
    const session = open();
    const { runId } = await sent(solution('// judge: CE'), openSession(standIn, { judgeId }));
    const run = { runId: runId ?? '', foreignId: '1000' };
    expect(await timus.readCompilationLog(session, run)).toBe('source.cpp:1: error: no moon');
    expect(await timus.readCompilationLog(session, run)).toBe('source.cpp:1: error: no moon');
    expect(standIn.count('POST', '/auth.aspx')).toBe(1);
  });

  test('is bounded', async () => {
    const { runId } = await sent(solution('// judge: CE log: 100000'));
    const log = await timus.readCompilationLog(open(), { runId: runId ?? '', foreignId: '1000' });
    expect(log?.length).toBe(65_536);
  });

  test('of another author is not shown', async () => {
    const run = standIn.book.add({
      authorId: '777',
      problem: '1000',
      language: 'Java 1.8',
      source: '// judge: CE',
    });
    expect(await timus.readCompilationLog(open(), { runId: `${run.id}`, foreignId: '1000' })).toBeNull();
  });
});

describe('an account', () => {
  test('is known by its author', async () => {
    expect(await timus.checkAccount(open())).toEqual({ name, authorId: AUTHOR });
    expect(await timus.checkAccount(open({ judgeId }))).toEqual({ name, authorId: AUTHOR });
  });

  test('with a wrong secret is signed out', async () => {
    expect(await failureOf(timus.checkAccount(open({ judgeId, password: 'sun' })))).toBe('signedOut');
    expect(await failureOf(timus.checkAccount(open({ judgeId: '123456ZZ' })))).toBe('signedOut');
    expect(await failureOf(timus.checkAccount(open(null)))).toBe('signedOut');
  });
});
