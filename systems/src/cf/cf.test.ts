import { afterEach, describe, expect, test } from 'vitest';
import { cf } from '#cf/cf.ts';
import { OutsideError } from '#failures.ts';
import type { Intent, Session, Submission } from '#outside-system.ts';
import { type CfStandIn, type Knobs, startCf } from '#stand-ins/cf.ts';
import { redirect } from '#stand-ins/stand-in.ts';
import { addressesOf } from '#testing/addresses-of.ts';
import { failureOf } from '#testing/failure-of.ts';
import { openSession } from '#testing/open-session.ts';

const ACCOUNT = { handle: 'balloon', password: 'secret' };
const READER = { handle: 'balloon', apiKey: 'key', apiSecret: 'hush' };
const SUBMIT = /\/submit$/;

let standIn: CfStandIn;
afterEach(() => standIn.close());

async function open(credentials: Session['credentials'] = ACCOUNT, knobs: Partial<Knobs> = {}) {
  standIn = await startCf(knobs);
  return openSession(standIn, credentials);
}

const submission = (source = 'int main() {}', foreignId = 'archive:33A'): Submission => ({
  ...{ foreignId, source, foreignLanguageId: '54', languageName: 'GNU G++17 7.3.0' },
});

async function sendNow(session: Session, sent = submission()) {
  const prepared = await cf.prepare(session, sent);
  const sentAtMs = session.nowMs();
  const intent: Intent = { submission: sent, watermark: prepared.watermark, sentAtMs };
  return { prepared, intent, result: cf.send(session, sent, prepared) };
}

async function runOf(session: Session, source: string, foreignId?: string) {
  const { intent, result } = await sendNow(session, submission(source, foreignId));
  await result;
  const [found] = await cf.findRuns(session, intent);
  return { runId: found?.runId ?? '', foreignId: intent.submission.foreignId };
}

describe('lists', () => {
  test('of the archive are the same twice, oldest first, and have programs only', async () => {
    const session = await open(null);
    const list = await cf.listProblems(session, null, null);
    expect(list.problems.map(({ foreignId }) => foreignId)).toEqual([
      ...['archive:4C', 'archive:33A', 'archive:33B', 'archive:34A'],
    ]);
    expect(list.nextCursor).toBeNull();
    expect(await cf.listProblems(session, null, 'archive')).toEqual(list);
    const after = await cf.listProblems(session, '33/A', null);
    expect(after.problems.map(({ title }) => title)).toEqual(['Guess the Hat', 'Hidden']);
  });

  test('of a contest, of a gym and of all gyms', async () => {
    const session = await open(null, { privateGyms: new Set([100_007]) });
    const ids = async (scope: string, cursor: string | null = null) =>
      (await cf.listProblems(session, cursor, scope)).problems.map(({ foreignId }) => foreignId);
    expect(await ids('archive:33')).toEqual(['archive:33A', 'archive:33B']);
    expect(await ids('gym:100001')).toEqual(['gym:100001A', 'gym:100001B']);
    expect(await ids('gym')).toEqual(['gym:100001A', 'gym:100001B']); // the private one is passed over
    expect(await ids('gym', '100001')).toEqual([]);
    for (const scope of ['gym:33', 'gym:100007', 'archive:100001', 'gym:555555', 'everything'])
      expect(await failureOf(ids(scope))).toBe('refused');
  });

  test('of a private gym need the key of the account', async () => {
    const session = await open(READER, { privateGyms: new Set([100_001]) });
    expect((await cf.listProblems(session, null, 'gym:100001')).problems).toHaveLength(2);
    const stranger = openSession(standIn, { ...READER, apiSecret: 'wrong' });
    expect(await failureOf(cf.listProblems(stranger, null, 'gym:100001'))).toBe('signedOut');
  });

  test('that changed are no empty ones, and a failure does not show the key', async () => {
    const session = await open(READER);
    const path = '/api/problemset.problems';
    for (const body of [
      '{"status":"OK","result":{}}',
      '{"status":"OK","result":{"problems":[]}}',
      '[]',
      '<b>',
    ])
      standIn.plan(path, { kind: 'answerInstead', reply: { body } });
    for (let left = 4; left > 0; left -= 1)
      expect(await failureOf(cf.listProblems(session, null, null))).toBe('drift');
    standIn.plan(path, { kind: 'answerInstead', reply: { status: 503, body: 'Sorry' } });
    const failure = (await cf.listProblems(session, null, null).catch((error) => error)) as OutsideError;
    expect(failure.kind).toBe('down');
    expect(failure.evidence?.url).toBe(`${standIn.url}api/problemset.problems`);
  });

  test('asked for too fast wait', async () => {
    const session = await open(null, { callEveryMs: 2_000 });
    await cf.listProblems(session, null, null);
    expect(await failureOf(cf.listProblems(session, null, null))).toBe('rate');
    standIn.clock.advance(2_000);
    expect(await failureOf(cf.listProblems(session, null, null))).toBeNull();
  });
});

describe('a problem', () => {
  test('has statements in both languages, apart from samples and from the site', async () => {
    const problem = await cf.readProblem(await open(null), 'archive:33A');
    expect(problem).toMatchObject({
      ...{ foreignId: 'archive:33A', timeLimitMs: 1500, memoryLimitKb: 262_144, pdf: null },
      ...{ inputFile: null, outputFile: null, source: 'Round 33', tags: ['greedy', '*800'] },
      url: `${standIn.url}problemset/problem/33/A`,
    });
    const [en, ru] = problem.statements;
    expect([en?.title, ru?.title]).toEqual(['Two Baskets', 'Две корзины']);
    expect([en?.language, ru?.language]).toEqual(['en', 'ru']);
    expect(en?.samples).toEqual([
      { input: '1 2\n', output: '3\n' },
      { input: '5 5\n', output: '10\n' },
    ]);
    expect(en?.html).toContain('has $a$ apples and $b$ pears, where $a &lt; b$');
    expect(en?.html).toContain('costs <span>$</span>2, an apple <span>$</span>3');
    expect(en?.html).toContain('<p>$$s = \\sum_{i=1}^{n} c_i$$</p>');
    expect(en?.html).toContain('src="http://images.example/basket.png"');
    expect(en?.html).toContain(`<b>Read</b> <a href="${standIn.url}blog/entry/1">`);
    expect(en?.html).toContain('<h3>Input</h3>');
    expect(en?.html).not.toMatch(/Copy|Examples|time limit|1 2/);
    expect(ru?.html).toContain('<h3>Входные данные</h3>');
  });

  test('names pictures and links by whole addresses', async () => {
    expect(addressesOf(await cf.readProblem(await open(null), 'archive:33A'))).toEqual({
      pictures: ['http://images.example/basket.png'],
      links: [`${standIn.url}blog/entry/1`],
    });
  });

  test('may be interactive, and have samples line by line', async () => {
    const { statements } = await cf.readProblem(await open(null), 'archive:33B');
    expect(statements.map(({ language }) => language)).toEqual(['en']); // the site shows it in place of the other
    expect(statements[0]?.samples).toEqual([{ input: '3\n2 < 3\n', output: '? 1\n! 2\n' }]);
    expect(statements[0]?.html).toContain('<h3>Interaction</h3>');
  });

  test.each([
    ['1.5 seconds', '250 milliseconds', { timeLimitMs: 250 }],
    ['256 megabytes', '1 gigabyte', { memoryLimitKb: 1_048_576 }],
    ['256 megabytes', '65536 килобайт', { memoryLimitKb: 65_536 }],
  ])('may have %s written as %s', async (before, after, limits) => {
    const session = await open(null);
    const change = (body: string) => body.replace(before, after);
    standIn.plan('/problemset/problem/33/A', { kind: 'change', change }, 2);
    expect(await cf.readProblem(session, 'archive:33A')).toMatchObject(limits);
  });

  test('may have files, and formulas of old', async () => {
    const problem = await cf.readProblem(await open(null), 'archive:4C');
    expect(problem).toMatchObject({ inputFile: 'fence.in', outputFile: 'fence.out', timeLimitMs: 500 });
    expect(problem.statements[0]?.html).toContain('<i>n</i> ≤ 10<sup class="upper-index">5</sup>');
    expect(problem.statements[0]?.html).toContain(`src="${standIn.url}predownloaded/aa/bb.png"`);
  });

  test('of a gym may be in Russian only, or a document', async () => {
    const session = await open(null);
    const { statements } = await cf.readProblem(session, 'gym:100001A');
    expect(statements.map(({ title }) => title)).toEqual(['Школа']);
    const document = await cf.readProblem(session, 'gym:100001B');
    expect(document).toMatchObject({
      ...{ statements: [], timeLimitMs: 2500, memoryLimitKb: 131_072 },
      ...{ inputFile: 'scroll.in', outputFile: null },
    });
    expect(Buffer.from(document.pdf ?? []).toString()).toContain('%PDF-');
  });

  test('that is hidden or not there is refused', async () => {
    const session = await open(null);
    for (const id of ['archive:34A', 'archive:999Z', 'elsewhere:1'])
      expect(await failureOf(cf.readProblem(session, id))).toBe('refused');
  });

  test('behind a check of browsers is a matter for a human, while the API goes on', async () => {
    const session = await open(null, { isChallenged: true });
    expect(await failureOf(cf.readProblem(session, 'archive:33A'))).toBe('challenge');
    expect((await cf.listProblems(session, null, null)).problems).toHaveLength(4);
  });

  test('is decoded as UTF-8 where the header names no charset', async () => {
    const session = await open(null);
    const body = Buffer.from('<title>Ж</title>');
    standIn.plan('/problemset/problem/33/A', {
      kind: 'answerInstead',
      reply: { headers: { 'content-type': 'text/html' }, body },
    });
    const failure = (await cf.readProblem(session, 'archive:33A').catch((error) => error)) as OutsideError;
    expect([failure.kind, failure.evidence?.body]).toEqual(['drift', '<title>Ж</title>']);
  });
});

test('languages are those of the form, without its jokes', async () => {
  const session = await open();
  const languages = await cf.listLanguages(session, 'archive:33A');
  expect(languages.map(({ name, family }) => [name, family])).toEqual([
    ['GNU GCC C11 5.1.0', 'c_cpp'],
    ['GNU G++17 7.3.0', 'c_cpp'],
    ['GNU G++20 13.2 (64 bit, winlibs)', 'c_cpp'],
    ['Java 21 64bit', 'java'],
    ['Python 3.13.2', 'python'],
    ['F# 9, .NET SDK 9', expect.any(String)],
    ['Scala 2.12.8', 'text'],
  ]);
  expect(await cf.listLanguages(session, 'gym:100001A')).toEqual(languages);
});

describe('a solution', () => {
  test('that does not compile has the words of the compiler', async () => {
    const session = await open();
    const run = await runOf(session, '// judge: CE\n');
    standIn.clock.advance(60_000);
    expect(await cf.poll(session, [run])).toMatchObject([{ verdict: 'compilationError', testNumber: 0 }]);
    expect(await cf.readCompilationLog(session, run)).toBe(
      "Can't compile file:\nprogram.cpp:1:1: error: expected unqualified-id",
    );
    const log = JSON.stringify('x'.repeat(100_000));
    standIn.plan('/data/judgeProtocol', { kind: 'answerInstead', reply: { body: log } });
    expect((await cf.readCompilationLog(session, run))?.length).toBe(65_536);
  });

  test('is found between others when the answer is lost after it was taken', async () => {
    const session = await open();
    standIn.take({ handle: 'balloon', contestId: 33, index: 'A', languageId: '54', source: 'earlier' });
    const sent = submission('mine');
    const prepared = await cf.prepare(session, sent);
    expect(prepared.watermark).toBe('210000001');
    standIn.take({ handle: 'other', contestId: 33, index: 'A', languageId: '54', source: 'mine' });
    standIn.plan('/problemset/submit', { kind: 'cutAfter' });
    expect(await failureOf(cf.send(session, sent, prepared))).toBe('unknown');
    standIn.take({ handle: 'balloon', contestId: 33, index: 'B', languageId: '54', source: 'mine' });
    standIn.take({ handle: 'balloon', contestId: 33, index: 'A', languageId: '87', source: 'mine' });
    standIn.take({ handle: 'balloon', contestId: 33, index: 'A', languageId: '89', source: 'by hand' });
    const intent = { submission: sent, watermark: prepared.watermark, sentAtMs: session.nowMs() };
    expect(await cf.findRuns(session, intent)).toMatchObject([
      { runId: '210000003', hasSameSource: true },
      { runId: '210000006', hasSameSource: false },
    ]);
    expect(standIn.count('POST', SUBMIT)).toBe(1);
  });

  test('is not said to be missing where the list does not go back to it', async () => {
    const session = await open();
    const own = { handle: 'balloon', contestId: 33, index: 'A', languageId: '54' };
    standIn.take({ ...own, source: 'earlier' });
    const sent = submission('mine');
    const prepared = await cf.prepare(session, sent);
    await cf.send(session, sent, prepared);
    for (let number = 1; number <= 200; number += 1)
      standIn.take({ ...own, index: 'B', source: `${number}` });
    const intent = { submission: sent, watermark: prepared.watermark, sentAtMs: session.nowMs() };
    expect(await failureOf(cf.findRuns(session, intent))).toBe('unknown');
  });

  test('is not looked for in a list that never ends', async () => {
    const { intent, result } = await sendNow(await open());
    await result;
    const reply = { body: `{"status":"OK","result":[]}${' '.repeat(5_000_000)}` };
    standIn.plan('/api/user.status', { kind: 'answerInstead', reply });
    expect(await failureOf(cf.findRuns(openSession(standIn, ACCOUNT), intent))).toBe('drift');
  });

  test('whose source is shown blank may be the one that is looked for', async () => {
    const { intent, result } = await sendNow(await open());
    await result;
    standIn.plan('/data/submitSource', { kind: 'answerInstead', reply: { body: '{"source":""}' } });
    expect(await cf.findRuns(openSession(standIn, ACCOUNT), intent)).toMatchObject([{ hasSameSource: null }]);
  });

  test('is found by another process, and without its source while the site checks browsers', async () => {
    const { intent, result } = await sendNow(await open());
    await result;
    const later = openSession(standIn, ACCOUNT);
    expect(await cf.findRuns(later, intent)).toMatchObject([{ runId: '210000001', hasSameSource: true }]);
    standIn.knobs.isChallenged = true;
    expect(await cf.findRuns(later, intent)).toMatchObject([{ runId: '210000001', hasSameSource: null }]);
  });

  test('answered by a page of what stands before the site is found, and the account is told of', async () => {
    const session = await open();
    const prepared = await cf.prepare(session, submission());
    const reply = { status: 503, body: '<div id="cf-error-details">Error 503</div>' };
    standIn.plan(/\/submit$/, { kind: 'answerAfter', reply });
    const error: unknown = await cf.send(session, submission(), prepared).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(OutsideError);
    expect(error).toMatchObject({ cause: { kind: 'challenge' } });
    const intent = { submission: submission(), ...prepared, sentAtMs: standIn.clock.nowMs() };
    expect(await cf.findRuns(session, intent)).toMatchObject([{ hasSameSource: true }]);
  });

  test('shows in the API later than on the site', async () => {
    const session = await open(ACCOUNT, { lagMs: 20_000 });
    const { intent, result } = await sendNow(session);
    await result;
    expect(await cf.findRuns(session, intent)).toEqual([]);
    standIn.clock.advance(20_000);
    expect(await cf.findRuns(session, intent)).toHaveLength(1);
  });

  test('that is too many waits, the same one is known, and a warning is told', async () => {
    const session = await open(ACCOUNT, { maxInFiveMin: 1 });
    await (await sendNow(session)).result;
    expect(await failureOf((await sendNow(session)).result)).toBe('duplicate');
    const { result } = await sendNow(session, submission('another'));
    const rate = (await result.catch((error) => error)) as OutsideError;
    expect([rate.kind, rate.retryAfterMs]).toEqual(['rate', 60_000]);
    standIn.clock.advance(5 * 60_000);
    standIn.knobs.warning = 'You use %lld: are you sure?';
    const warned = (await (
      await sendNow(session, submission('x'))
    ).result.catch((error) => error)) as OutsideError;
    expect([warned.kind, warned.message]).toEqual(['refused', 'You use %lld: are you sure?']);
    expect(standIn.runs).toHaveLength(1);
  });

  test('that is the same as an earlier one has its run, however many others follow that', async () => {
    const session = await open();
    const own = { handle: 'balloon', contestId: 33, index: 'A', languageId: '54' };
    standIn.take({ ...own, source: 'older' });
    standIn.take({ ...own, source: 'mine' });
    for (const source of ['a', 'b', 'c', 'd']) standIn.take({ ...own, source });
    const { result } = await sendNow(session, submission('mine'));
    expect(await failureOf(result)).toBe('duplicate');
    const anywhere = { submission: submission('mine'), watermark: null, sentAtMs: session.nowMs() };
    const found = await cf.findRuns(session, anywhere);
    expect(found.filter(({ hasSameSource }) => hasSameSource !== false)).toMatchObject([
      { runId: '210000002', hasSameSource: true },
    ]);
  });

  test('that the site cannot take is refused with its words', async () => {
    const session = await open();
    expect(await failureOf(sendNow(session, submission('  ')))).toBe('refused');
    const { result } = await sendNow(session, submission('x', 'archive:1234A'));
    await expect(result).rejects.toThrow('Choose valid problem');
    expect(await failureOf(cf.prepare(session, submission('x', 'gym:100001Z')))).toBe('refused');
    expect(await failureOf(cf.prepare(session, submission('x'.repeat(65_537))))).toBe('refused');
    standIn.knobs.withoutLanguages = ['54'];
    expect(await failureOf(cf.prepare(session, submission()))).toBe('refused');
    expect(standIn.count('POST', SUBMIT)).toBe(1);
  });

  test('of a gym that wants a registration is refused, and a form that moved is a changed page', async () => {
    const session = await open();
    await cf.checkAccount(session);
    const redirected = (location: string) => ({ kind: 'answerInstead', reply: redirect(location) }) as const;
    standIn.plan('/gym/100001/submit', redirected('/gymRegistration/100001'));
    expect(await failureOf(cf.prepare(session, submission('x', 'gym:100001A')))).toBe('refused');
    standIn.plan('/problemset/submit', redirected('/elsewhere'));
    expect(await failureOf(cf.prepare(session, submission()))).toBe('drift');
    expect(standIn.count('POST', SUBMIT)).toBe(0);
  });

  test('waits while the site is away', async () => {
    const session = await open();
    const body = '<h1>Codeforces is temporarily unavailable</h1>';
    for (const path of ['/api/user.info', '/problemset/submit', '/problemset/problem/33/A'])
      standIn.plan(path, { kind: 'answerInstead', reply: { body } });
    expect(await failureOf(cf.checkAccount(session))).toBe('down');
    expect(await failureOf(cf.prepare(session, submission()))).toBe('down');
    expect(await failureOf(cf.readProblem(session, 'archive:33A'))).toBe('down');
  });

  test('after an unknown answer is neither taken nor refused', async () => {
    const session = await open();
    const replies = [
      ...[{ status: 500, body: 'Oops' }, { status: 503 }, { body: '<p>Hello</p>' }, { status: 403 }],
      ...[
        { status: 302, headers: { location: '/somewhere' } },
        { status: 302, headers: { location: '//x.example/my' } },
      ],
    ];
    for (const reply of replies) {
      const sent = submission(`source ${JSON.stringify(reply)}`);
      const prepared = await cf.prepare(session, sent);
      standIn.plan('/problemset/submit', { kind: 'answerAfter', reply });
      expect(await failureOf(cf.send(session, sent, prepared))).toBe('unknown');
    }
    const stale = await cf.prepare(session, submission());
    const form = { ...stale.form, csrf_token: 'f'.repeat(32) };
    expect(await failureOf(cf.send(session, submission(), { ...stale, form }))).toBe('unknown');
  });
});

describe('an account', () => {
  test('is signed in once', async () => {
    const session = await open();
    await cf.prepare(session, submission());
    await cf.prepare(session, submission());
    expect(standIn.count('POST', '/enter')).toBe(1);
    const later = openSession(standIn, ACCOUNT, { cookies: session.http.exportCookies() });
    expect(await cf.checkAccount(later)).toEqual({ name: 'balloon', authorId: 'balloon' });
    expect(standIn.count('POST', '/enter')).toBe(1);
  });

  test('that was signed out before the send is signed in again, once', async () => {
    const session = await open();
    await cf.checkAccount(session);
    standIn.signEveryoneOut();
    await (await sendNow(session)).result;
    expect([standIn.count('POST', '/enter'), standIn.count('POST', SUBMIT)]).toEqual([2, 1]);
  });

  test('with a wrong password, name or key is told from a site that is away', async () => {
    await open();
    const check = (fields: Record<string, string>) =>
      failureOf(cf.checkAccount(openSession(standIn, { ...ACCOUNT, ...fields })));
    expect(await check({ password: 'wrong' })).toBe('signedOut');
    expect(await check({ handle: 'nobody' })).toBe('signedOut');
    expect(await check({ apiKey: 'key', apiSecret: 'wrong' })).toBe('signedOut');
    standIn.plan('/enter', { kind: 'cutBefore' });
    expect(await check({})).toBe('down');
    expect(await check({ apiKey: 'key', apiSecret: 'hush' })).toBeNull();
  });

  test('with a wrong password posts it once', async () => {
    const session = await open({ ...ACCOUNT, password: 'wrong' });
    for (let look = 0; look < 3; look += 1)
      expect(await failureOf(cf.prepare(session, submission()))).toBe('signedOut');
    expect(standIn.count('POST', '/enter')).toBe(1);
  });

  test('without a password reads and cannot send', async () => {
    const session = await open(READER, { isChallenged: true });
    expect(await cf.checkAccount(session)).toEqual({ name: 'balloon', authorId: 'balloon' });
    expect(await cf.poll(session, [{ runId: '1', foreignId: 'archive:33A' }])).toEqual([]);
    standIn.knobs.isChallenged = false;
    expect(await failureOf(cf.prepare(session, submission()))).toBe('signedOut');
  });

  test('takes a session that a human has opened', async () => {
    const human = await open();
    await cf.checkAccount(human);
    const value = await human.http.readCookie('JSESSIONID');
    const session = openSession(standIn, { handle: 'Balloon', cookies: `lang=en; JSESSIONID=${value}` });
    await (await sendNow(session)).result;
    expect([standIn.runs.length, standIn.count('POST', '/enter')]).toEqual([1, 1]);
    const stolen = openSession(standIn, { handle: 'other', cookies: `JSESSIONID=${value}` });
    expect(await failureOf(cf.prepare(stolen, submission()))).toBe('signedOut');
  });

  test('behind a check of browsers sends nothing and is read on', async () => {
    const session = await open();
    const run = await runOf(session, '// judge: OK\n');
    const prepared = await cf.prepare(session, submission('next'));
    standIn.knobs.isChallenged = true;
    expect(await failureOf(cf.send(session, submission('next'), prepared))).toBe('challenge');
    expect(await failureOf(cf.prepare(session, submission('next')))).toBe('challenge');
    standIn.clock.advance(60_000);
    expect(await cf.poll(session, [run])).toMatchObject([{ verdict: 'accepted' }]);
    Object.assign(standIn.knobs, { isChallenged: false, hasCaptcha: true });
    expect(await failureOf(cf.prepare(session, submission('next')))).toBe('challenge');
    expect(standIn.runs).toHaveLength(1);
  });
});

test('runs that the list of the account lacks are read by contest', async () => {
  const session = await open();
  const run = await runOf(session, '// judge: OK\n', 'gym:100001A');
  standIn.clock.advance(60_000);
  standIn.plan('/api/user.status', { kind: 'answerInstead', reply: { body: '{"status":"OK","result":[]}' } });
  expect(await cf.poll(session, [run])).toMatchObject([{ runId: run.runId, verdict: 'accepted' }]);
});
