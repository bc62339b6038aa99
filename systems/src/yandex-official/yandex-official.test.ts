import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OutsideAnswer } from '#http/outside-http.ts';
import type { Intent, Session, Submission } from '#outside-system.ts';
import { json, redirect } from '#stand-ins/stand-in.ts';
import {
  FOREIGN_AUTHOR,
  startYandexOfficial,
  type YandexOfficialStandIn,
} from '#stand-ins/yandex-official.ts';
import { addressesOf } from '#testing/addresses-of.ts';
import { failureOf, orRecognised } from '#testing/failure-of.ts';
import { mutatedPage } from '#testing/mutated-page.ts';
import { openSession } from '#testing/open-session.ts';
import { readJson } from '#yandex-official/api.ts';
import { Reports, stateOf } from '#yandex-official/read-runs.ts';
import { yandexOfficial } from '#yandex-official/yandex-official.ts';

const CREDENTIALS = {
  token: 'token-1',
  refreshToken: 'refresh-1',
  clientId: 'app',
  clientSecret: 's',
  login: 'pool-1',
};
const SUBMISSION: Submission = {
  ...{ foreignId: '7001:A', foreignLanguageId: 'gcc_cpp20', languageName: 'GNU GCC 13.1 C++20' },
  source: 'int main() {} // снег',
};
const SUBMISSIONS = '/api/contests/7001/submissions';

let standIn: YandexOfficialStandIn;
let session: Session;

beforeEach(async () => {
  standIn = await startYandexOfficial();
  session = sessionOf(CREDENTIALS);
});
afterEach(() => standIn.close());

function sessionOf(credentials: Session['credentials'], cookies?: string): Session {
  const settings = { oauthUrl: new URL('/oauth/', standIn.url).href };
  return openSession(standIn, credentials, { settings, ...(cookies === undefined ? {} : { cookies }) });
}

async function sent(submission = SUBMISSION): Promise<string> {
  const prepared = await yandexOfficial.prepare(session, submission);
  const { runId } = await yandexOfficial.send(session, submission, prepared);
  return runId ?? '';
}

const judged = (source: string) => ({ ...SUBMISSION, source: `// judge: ${source}` });

async function finalState(runId: string) {
  standIn.clock.advance(60_000);
  const [state] = await yandexOfficial.poll(session, [{ runId, foreignId: '7001:A' }]);
  return state;
}

const posts = () => standIn.count('POST', SUBMISSIONS);

describe('problems of a contest', () => {
  test('are listed alike twice, with identifiers in older spellings', async () => {
    const list = () =>
      yandexOfficial.listProblems(session, null, 'https://contest.yandex.ru/contest/7001/problems/');
    const first = await list();
    expect(first).toEqual(await list());
    expect(first.problems.map(({ foreignId }) => foreignId)).toEqual(['7001:A', '7001:B', '7001:Extra1']);
    expect(yandexOfficial.readId(' 07001:A ')).toBe('7001:A');
    expect(yandexOfficial.readId('https://contest.yandex.ru/contest/7001/problems/A/')).toBe('7001:A');
    expect(yandexOfficial.readId('7001')).toBeNull();
  });

  test('a list that is none is drift, and another contest is refused', async () => {
    standIn.plan('/api/contests/7001/problems', {
      kind: 'change',
      change: (body) => body.replace('problems', 'tasks'),
    });
    expect(await failureOf(yandexOfficial.listProblems(session, null, '7001'))).toBe('drift');
    expect(await failureOf(yandexOfficial.listProblems(session, null, '8'))).toBe('refused');
    expect(await failureOf(yandexOfficial.readProblem(session, '7001:Z'))).toBe('refused');
  });

  test('have statements in both languages, with samples, formulas and pictures', async () => {
    const problem = await yandexOfficial.readProblem(session, '7001:A');
    expect(problem).toMatchObject({ timeLimitMs: 300, memoryLimitKb: 65_536, inputFile: null, pdf: null });
    expect(problem.statements.map(({ language, title }) => [language, title])).toEqual([
      ['ru', 'Сумма снежинок'],
      ['en', 'Sum of Snowflakes'],
    ]);
    const [{ html, samples } = { html: '', samples: [] }] = problem.statements;
    expect(samples).toEqual([
      { input: '1\n2 < 3\n', output: '5\n' },
      { input: '2\n2 < 3\n', output: '10\n' },
    ]);
    expect(html).toContain('$1 \\le n \\le 10^5$');
    expect(html).toContain('</a> <span>$</span>5 <span>$</span>6');
    expect(html).toContain('$a_i &lt; b$');
    expect(html).toContain('src="https://contest.yandex.ru/testsys/statement-image?imageId=12ab"');
    expect(html).toContain('src="data:image/png;base64,');
    expect(html).not.toMatch(/script|button|Пример|Ограничение|katex|<h2><\/h2>/);
  });

  test('name pictures and links by whole addresses', async () => {
    standIn.knobs.scope = 'contest:submit'; // pictures stay where they are
    const { pictures, links } = addressesOf(await yandexOfficial.readProblem(session, '7001:A'));
    const site = 'https://contest.yandex.ru/';
    expect([new Set(pictures), new Set(links)]).toEqual([
      new Set([`${site}testsys/statement-image?imageId=12ab`, `${site}flake.png`]),
      new Set([`${site}contest/1/`]),
    ]);
  });

  test('hold no more pictures than fit', async () => {
    const pictures = '<img src="a.png"><img src="b.png"><img src="c.png">';
    const change = (body: string) => body.replace('<img src="flake.png">', pictures);
    standIn.plan(/\/statement$/, { kind: 'change', change });
    const body = Buffer.concat([Buffer.from('\u0089PNG', 'latin1'), Buffer.alloc(3_500_000)]);
    standIn.plan('/api/problems', { kind: 'answerInstead', reply: { body } }, 3);
    const { statements } = await yandexOfficial.readProblem(session, '7001:A');
    const [{ html } = { html: '' }] = statements;
    expect(html.match(/src="data:image/g)).toHaveLength(2);
    expect(html).toContain('src="https://contest.yandex.ru/c.png"');
  });

  test('with limits by compiler have those of all compilers', async () => {
    expect(await yandexOfficial.readProblem(session, '7001:B')).toMatchObject({
      ...{ timeLimitMs: 300, memoryLimitKb: 65_536, inputFile: null },
    });
    expect(await yandexOfficial.readProblem(session, '7001:Extra1')).toMatchObject({
      inputFile: 'flakes.in',
    });
  });

  test('may have a document or plain text', async () => {
    standIn.knobs.statement = 'PDF';
    const { pdf, statements } = await yandexOfficial.readProblem(session, '7001:A');
    expect([Buffer.from(pdf ?? []).toString(), statements]).toEqual(['%PDF-1.4 snow', []]);
    standIn.knobs.statement = 'MARKDOWN';
    const plain = await yandexOfficial.readProblem(session, '7001:A');
    expect(plain.statements.map(({ html }) => html)).toEqual([
      '<p>Сколько снежинок?</p>\n<p>Число &lt; 10</p>',
    ]);
    standIn.plan(/\/statement$/, { kind: 'change', change: () => 'Пусть a<b и $c>d$.' });
    const [formula] = (await yandexOfficial.readProblem(session, '7001:A')).statements;
    expect(formula?.html).toBe('<p>Пусть a&lt;b и $c&gt;d$.</p>');
  });

  test('keep pictures that the account may not read', async () => {
    standIn.knobs.scope = 'contest:submit';
    const { statements } = await yandexOfficial.readProblem(session, '7001:A');
    expect(statements[0]?.html).toContain('src="https://contest.yandex.ru/flake.png"');
  });

  test('name their languages', async () => {
    const languages = await yandexOfficial.listLanguages(session, '7001:B');
    expect(languages).toEqual([
      {
        foreignLanguageId: 'gcc_cpp20',
        name: 'GNU GCC 13.1 C++20',
        family: 'c_cpp',
        extensions: ['cpp', 'cc'],
      },
      { foreignLanguageId: 'python3_docker', name: 'Python 3.12.1', family: 'python', extensions: ['py'] },
    ]);
  });
});

describe('a send', () => {
  test('that was judged has its verdict in full and short words', async () => {
    const runId = await sent(judged('WA 2'));
    const wrong = { state: 'final', verdict: 'wrongAnswer', testNumber: 2 };
    expect(await finalState(runId)).toMatchObject(wrong);
    standIn.knobs.words = 'short';
    expect(await finalState(runId)).toMatchObject({ ...wrong, foreignVerdict: 'WA' });
  });

  test('that fails to compile has a log, unless it is empty', async () => {
    const run = { runId: await sent(judged('CE')), foreignId: '7001:A' };
    expect(await yandexOfficial.readCompilationLog(session, run)).toBe('solution.cpp:1: error: no snow');
    standIn.knobs.compileLog = `\u001b${'x'.repeat(100_000)}`;
    expect((await yandexOfficial.readCompilationLog(session, run))?.length).toBeLessThanOrEqual(65_536);
    standIn.knobs.compileLog = ' ';
    expect(await yandexOfficial.readCompilationLog(session, run)).toBeNull();
  });

  test.each([
    ['a duplicate', json({ code: 400, message: 'Duplicate submission' }, 400), 'duplicate'],
    ['a refusal', json({ error: { message: 'Too many attempts' } }, 400), 'refused'],
    ['a token that ended', json({ error: 'Unauthorized' }, 401), 'signedOut'],
    ['no access', json({ message: 'Access denied' }, 403), 'refused'],
    ['a page that asks to sign in', { status: 401, body: '<h1>Sign in</h1>' }, 'unknown'],
    ['a page that lets nobody in', { status: 403, body: '<h1>403 Forbidden</h1>' }, 'unknown'],
    ['a status alone', { status: 403 }, 'unknown'],
    ['a bad request without a word', { status: 400 }, 'unknown'],
    ['a bound of what stands before', { status: 413, body: '<h1>Request Entity Too Large</h1>' }, 'unknown'],
    ['a check of browsers', { status: 403, body: '<form id="challenge-form"></form>' }, 'unknown'],
    ['haste', { status: 429, headers: { 'retry-after': '7' } }, 'unknown'],
    ['a fault', json({ message: 'Internal error' }, 500), 'unknown'],
    ['a page', { status: 200, body: '<html></html>' }, 'unknown'],
    ['no run id', json({}), 'unknown'],
  ] as const)('that is answered by %s is told so', async (_name, reply, kind) => {
    const prepared = await yandexOfficial.prepare(session, SUBMISSION);
    standIn.plan(SUBMISSIONS, { kind: 'answerInstead', reply });
    expect(await failureOf(yandexOfficial.send(session, SUBMISSION, prepared))).toBe(kind);
    expect(posts()).toBe(1);
  });

  test('that is not let in with a token that may not send is of an account that is signed out', async () => {
    const prepared = await yandexOfficial.prepare(session, SUBMISSION);
    standIn.plan(SUBMISSIONS, { kind: 'answerInstead', reply: json({ message: 'Access denied' }, 403) });
    standIn.knobs.scope = 'contest:manage';
    expect(await failureOf(yandexOfficial.send(session, SUBMISSION, prepared))).toBe('signedOut');
  });

  test('is not refused for good by a way that leads elsewhere', async () => {
    standIn.plan(/\/contests\/7001\b/, {
      kind: 'answerInstead',
      reply: redirect('http://elsewhere.invalid/'),
    });
    expect(await failureOf(yandexOfficial.prepare(session, SUBMISSION))).toBe('drift');
  });

  test('of a source that was sent before is a duplicate', async () => {
    await sent();
    expect(await failureOf(sent())).toBe('duplicate');
  });

  test('in a language that the problem no longer takes is refused before it is sent', async () => {
    standIn.problems[0]?.compilers.shift();
    expect(await failureOf(sent())).toBe('refused');
    expect(posts()).toBe(0);
  });
});

describe('a send without an answer', () => {
  async function lost(kind: 'cutBefore' | 'cutAfter'): Promise<Intent> {
    const { watermark, form } = await yandexOfficial.prepare(session, SUBMISSION);
    standIn.plan(SUBMISSIONS, { kind });
    const intent = { submission: SUBMISSION, watermark, sentAtMs: standIn.clock.nowMs() };
    expect(await failureOf(yandexOfficial.send(session, SUBMISSION, { watermark, form }))).toBe('unknown');
    return intent;
  }

  test.each([false, true])('finds its run between those of others, oldest first: %s', async (isAscending) => {
    Object.assign(standIn.knobs, { isManager: true, isAscending });
    for (let index = 0; index < 120; index += 1)
      standIn.addRun({ authorId: FOREIGN_AUTHOR, source: `${index}` });
    const intent = await lost('cutAfter');
    const own = standIn.runs.at(-1);
    standIn.addRun({ authorId: FOREIGN_AUTHOR, source: SUBMISSION.source });
    standIn.addRun({ alias: 'B' });
    standIn.addRun({ compiler: 'make' });
    const other = standIn.addRun({ source: 'another' });
    for (let index = 0; index < 120; index += 1) standIn.addRun({ authorId: FOREIGN_AUTHOR });
    expect(await yandexOfficial.findRuns(session, intent)).toEqual([
      { runId: `${own?.id}`, sentAtMs: intent.sentAtMs, hasSameSource: true },
      { runId: `${other.id}`, sentAtMs: intent.sentAtMs, hasSameSource: false },
    ]);
  });

  test('does not take the only run of somebody else for its own', async () => {
    Object.assign(standIn.knobs, { isManager: true, showsSource: false });
    const intent = await lost('cutBefore');
    standIn.addRun({ authorId: FOREIGN_AUTHOR });
    expect(await yandexOfficial.findRuns(session, intent)).toEqual([]);
  });

  test('finds its run by the name of the compiler, though the source is closed', async () => {
    const intent = await lost('cutAfter');
    Object.assign(standIn.knobs, { namesCompilers: true, showsSource: false });
    expect(await yandexOfficial.findRuns(session, intent)).toMatchObject([{ hasSameSource: null }]);
  });
});

describe('an account', () => {
  test('is named by its login, and needs the scope to send', async () => {
    expect(await yandexOfficial.checkAccount(session)).toEqual({ name: 'pool-1', authorId: 'pool-1' });
    standIn.knobs.scope = 'contest:manage';
    expect(await failureOf(yandexOfficial.checkAccount(session))).toBe('signedOut');
  });

  test('renews a token that ended, once, also for a later process', async () => {
    standIn.knobs.token = 'token-2';
    await Promise.all([
      yandexOfficial.checkAccount(session),
      yandexOfficial.listProblems(session, null, '7001'),
    ]);
    await sent();
    const later = sessionOf(CREDENTIALS, session.http.exportCookies());
    await yandexOfficial.checkAccount(later);
    expect(standIn.count('POST', '/oauth/token')).toBe(1);
    expect(posts()).toBe(1);
  });

  test('with a new token does not go on with the renewed old one', async () => {
    standIn.knobs.token = 'token-2';
    await yandexOfficial.checkAccount(session);
    standIn.knobs.token = 'token-3';
    const later = sessionOf({ token: 'token-3' }, session.http.exportCookies());
    await yandexOfficial.checkAccount(later);
    expect(standIn.count('POST', '/oauth/token')).toBe(1);
  });

  test('whose tokens are refused is signed out', async () => {
    standIn.knobs.token = 'token-2';
    expect(await failureOf(yandexOfficial.checkAccount(sessionOf({ token: 'old' })))).toBe('signedOut');
    expect(await failureOf(yandexOfficial.checkAccount(sessionOf({ token: '' })))).toBe('signedOut');
    standIn.knobs.refreshToken = 'another';
    expect(await failureOf(yandexOfficial.checkAccount(session))).toBe('signedOut');
    standIn.plan('/oauth/token', { kind: 'cutBefore' });
    expect(await failureOf(yandexOfficial.checkAccount(session))).toBe('down');
  });

  test('is registered and begins before it sends', async () => {
    Object.assign(standIn.knobs, { isRegistered: false, contestState: 'NOT_STARTED' });
    await sent();
    expect(standIn.knobs).toMatchObject({ isRegistered: true, contestState: 'IN_PROGRESS' });
  });

  test('is registered before it reads the problems', async () => {
    standIn.knobs.isRegistered = false;
    const { problems } = await yandexOfficial.listProblems(session, null, '7001');
    expect(problems).toHaveLength(3);
  });

  test('that a contest does not let in, or whose time is over there, is refused by that contest alone', async () => {
    Object.assign(standIn.knobs, { isRegistered: false, scope: 'contest:submit' });
    expect(await failureOf(sent())).toBe('refused');
    expect(await failureOf(sent({ ...SUBMISSION, foreignId: '8:A' }))).toBe('refused');
    Object.assign(standIn.knobs, { isRegistered: true, contestState: 'FINISHED' });
    expect(await failureOf(sent())).toBe('refused');
    standIn.knobs.upsolvingAllowed = true;
    expect(await sent()).not.toBe('');
  });

  test('whose token may not send is signed out where a contest does not let it in', async () => {
    Object.assign(standIn.knobs, { isRegistered: false, scope: 'other' });
    expect(await failureOf(sent())).toBe('signedOut');
  });

  test('is not refused by what stands before the API', async () => {
    standIn.knobs.contestState = 'NOT_STARTED';
    const page = { status: 403, body: '<h1>403 Forbidden</h1>' };
    standIn.plan('/api/contests/7001/participation', { kind: 'answerInstead', reply: page }, 3);
    expect(await failureOf(sent())).toBe('drift');
  });

  test('tells an API that is away from one that checks for robots', async () => {
    standIn.plan('/api/service/introspect', { kind: 'answerInstead', reply: { status: 503 } });
    expect(await failureOf(yandexOfficial.checkAccount(session))).toBe('down');
    const body = '<div class="smart-captcha"></div>';
    standIn.plan('/api/service/introspect', { kind: 'answerInstead', reply: { body } });
    expect(await failureOf(yandexOfficial.checkAccount(session))).toBe('challenge');
  });
});

test('damaged reports never make a verdict', async () => {
  const [wrong, pending] = [await sent(judged('WA 2')), await sent(judged('NEVER'))];
  standIn.clock.advance(60_000);
  const path = `contests/7001/submissions/multiple?runIds=${wrong}&runIds=${pending}`;
  const headers = { authorization: 'OAuth token-1' };
  const answer = await session.http.request({ path, headers });
  fc.assert(
    fc.property(mutatedPage(answer.text()), (text) => {
      const damaged: OutsideAnswer = { ...answer, text: () => text };
      const states = orRecognised(() => readJson(damaged, Reports).map(stateOf)) ?? [];
      const verdicts = states.filter(({ state }) => state === 'final').map(({ verdict }) => verdict);
      expect(['', 'wrongAnswer']).toContain(verdicts.join());
    }),
    { numRuns: 500 },
  );
});
