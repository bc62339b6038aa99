import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OutsideError } from '#failures.ts';
import type { Intent, Session, Submission } from '#outside-system.ts';
import { pageOf } from '#pages/get-page.ts';
import { redirect } from '#stand-ins/stand-in.ts';
import { startYandex, type YandexStandIn } from '#stand-ins/yandex.ts';
import { addressesOf } from '#testing/addresses-of.ts';
import { failureOf, orRecognised } from '#testing/failure-of.ts';
import { mutatedPage } from '#testing/mutated-page.ts';
import { openSession } from '#testing/open-session.ts';
import { readProblemList, readProblemStatement, readSubmitForm } from '#yandex/read-problem-page.ts';
import { readSubmits } from '#yandex/read-submits.ts';
import { yandex } from '#yandex/yandex.ts';

const CREDENTIALS = { cookie: 'yandexuid=1; Session_id=session-1' };
const SUBMISSION: Submission = {
  ...{ foreignId: '7001:A', foreignLanguageId: 'gcc_cpp20', languageName: 'GNU GCC 13.1 C++20' },
  source: 'int main() {} // снег',
};
const SUBMIT = '/contest/7001/submit/';
const SUBMITS = '/contest/7001/submits/';

let standIn: YandexStandIn;
let session: Session;

beforeEach(async () => {
  standIn = await startYandex();
  session = openSession(standIn, CREDENTIALS);
});
afterEach(() => standIn.close());

async function sent(submission = SUBMISSION): Promise<string> {
  const prepared = await yandex.prepare(session, submission);
  expect(await yandex.send(session, submission, prepared)).toEqual({ runId: null });
  const intent = { submission, watermark: prepared.watermark, sentAtMs: standIn.clock.nowMs() };
  const [run] = await yandex.findRuns(session, intent);
  expect(run?.hasSameSource).toBe(true);
  return run?.runId ?? '';
}

const judged = (source: string) => ({ ...SUBMISSION, source: `// judge: ${source}` });

async function finalState(runId: string) {
  standIn.clock.advance(60_000);
  const [state] = await yandex.poll(session, [{ runId, foreignId: '7001:A' }]);
  return state;
}

const posts = () => standIn.count('POST', SUBMIT);

describe('problems of a contest', () => {
  test('are listed alike twice', async () => {
    const first = await yandex.listProblems(session, null, '7001');
    expect(first).toEqual(await yandex.listProblems(session, null, '7001'));
    expect(first.problems).toEqual([
      { foreignId: '7001:A', title: 'Сумма снежинок' },
      { foreignId: '7001:B', title: 'Длинная очередь' },
      { foreignId: '7001:Extra1', title: 'Запасная' },
    ]);
  });

  test('a page without tabs is drift, not an empty list', async () => {
    const change = (body: string) => body.replaceAll('tabs-menu_role_problems', 'tabs');
    standIn.plan('/contest/7001/problems/', { kind: 'change', change });
    expect(await failureOf(yandex.listProblems(session, null, '7001'))).toBe('drift');
    expect(await failureOf(yandex.listProblems(session, null, '8'))).toBe('refused');
    expect(await failureOf(yandex.readProblem(session, '7001:Z'))).toBe('refused');
  });

  test.each([
    ['A', null],
    ['B', null],
    ['Extra1', 'flakes.in'],
  ])('%s has its statement in both languages and the limits of all compilers', async (alias, inputFile) => {
    const problem = await yandex.readProblem(session, `7001:${alias}`);
    expect(problem).toMatchObject({ timeLimitMs: 300, memoryLimitKb: 65_536, inputFile });
    expect(problem.statements.map(({ language }) => language)).toEqual(['ru', 'en']);
    const [russian] = problem.statements;
    expect(russian?.samples).toEqual([
      { input: '1\n2 < 3\n', output: '5\n' },
      { input: '2\n2 < 3\n', output: '10\n' },
    ]);
    expect(russian?.html).toContain('$1 \\le n \\le 10^5$');
    expect(russian?.html).toContain('</a> <span>$</span>5 <span>$</span>6');
    expect(russian?.html).toContain(`src="${standIn.url}testsys/statement-image?imageId=12ab"`);
    expect(russian?.html).not.toMatch(/script|button|Пример|Ограничение|katex/);
  });

  test('A names pictures and links by whole addresses', async () => {
    const { pictures, links } = addressesOf(await yandex.readProblem(session, '7001:A'));
    const url = `${standIn.url}testsys/statement-image?imageId=12ab`;
    const flake = `${standIn.url}contest/7001/problems/A/flake.png`;
    expect([new Set(pictures), new Set(links)]).toEqual([
      new Set([url, flake]),
      new Set([`${standIn.url}contest/1/`]),
    ]);
  });

  test('a text in one language is one statement, whatever language the headings have', async () => {
    const [problem] = standIn.problems;
    if (problem) problem.title.en = problem.title.ru;
    const { statements } = await yandex.readProblem(session, '7001:A');
    expect(statements.map(({ language }) => language)).toEqual(['ru']);
  });

  test('name their languages', async () => {
    expect(await yandex.listLanguages(session, '7001:B')).toMatchObject([
      { foreignLanguageId: 'gcc_cpp20', name: 'GNU GCC 13.1 C++20', family: 'c_cpp' },
      { foreignLanguageId: 'python3_docker', name: 'Python 3.12.1', family: 'python' },
    ]);
  });
});

describe('a send', () => {
  test('that was judged has its verdict in tables of both languages', async () => {
    const runId = await sent(judged('WA 2'));
    const wrong = { state: 'final', verdict: 'wrongAnswer', testNumber: 2, timeMs: 46 };
    expect(await finalState(runId)).toMatchObject(wrong);
    Object.assign(standIn.knobs, { words: 'en', fullWords: true });
    expect(await finalState(runId)).toMatchObject({ ...wrong, foreignVerdict: 'Wrong answer' });
  });

  test('has its verdict though another contest of the account is closed by now', async () => {
    const runId = await sent();
    standIn.clock.advance(60_000);
    const runs = [
      { runId: '1', foreignId: '8:A' },
      { runId, foreignId: '7001:A' },
    ];
    expect(await yandex.poll(session, runs)).toMatchObject([{ runId, verdict: 'accepted' }]);
    expect(await failureOf(yandex.poll(session, runs.slice(0, 1)))).toBe('refused');
  });

  test('that fails to compile has a log, where the report is open', async () => {
    const run = { runId: await sent(judged('CE')), foreignId: '7001:A' };
    expect(await yandex.readCompilationLog(session, run)).toBe('solution.cpp:1: <no snow>');
    standIn.knobs.reportsAreOpen = false;
    expect(await yandex.readCompilationLog(session, run)).toBeNull();
  });

  test.each(['error', 'warning'] as const)(
    'of a source that was sent before is a duplicate, by %s',
    async (how) => {
      await sent();
      standIn.knobs.duplicates = how;
      const prepared = await yandex.prepare(session, SUBMISSION);
      expect(await failureOf(yandex.send(session, SUBMISSION, prepared))).toBe('duplicate');
      expect(posts()).toBe(2);
    },
  );

  test.each([
    ['Осталось попыток: 4', { refusal: { kind: 'refused', message: 'Осталось попыток: 4' } }],
    ['Ваша сессия скоро закончится', { cause: { kind: 'signedOut' } }],
  ])('is not certainly refused by the new warning "%s" while its row is late', async (notice, failure) => {
    standIn.knobs.appearsAfterMs = 30_000;
    const prepared = await yandex.prepare(session, SUBMISSION);
    standIn.knobs.notice = notice;
    const error: unknown = await yandex
      .send(session, SUBMISSION, prepared)
      .catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(OutsideError);
    expect(error).toMatchObject(failure);
    standIn.clock.advance(30_000);
    const intent = { submission: SUBMISSION, ...prepared, sentAtMs: standIn.clock.nowMs() };
    expect(await yandex.findRuns(session, intent)).toMatchObject([{ hasSameSource: true }]);
  });

  test('is not certainly refused when the page after it has moved, as after the end of the contest', async () => {
    const prepared = await yandex.prepare(session, SUBMISSION);
    const over = redirect('/?error=contest-already-finished');
    standIn.plan('/contest/7001/problems/A/', { kind: 'answerInstead', reply: over });
    const error: unknown = await yandex
      .send(session, SUBMISSION, prepared)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ refusal: { kind: 'refused', message: 'contest-already-finished' } });
    expect(standIn.runs).toHaveLength(1);
  });

  test('before the entrance of the contest is not known to have arrived', async () => {
    const prepared = await yandex.prepare(session, SUBMISSION);
    standIn.knobs.hasEntered = false;
    expect(await failureOf(yandex.send(session, SUBMISSION, prepared))).toBe('unknown');
    expect(standIn.runs).toEqual([]);
  });

  test('is not refused by a warning that was there before', async () => {
    standIn.knobs.notice = 'Соревнование скоро закончится';
    expect(await sent()).not.toBe('');
    const prepared = await yandex.prepare(session, SUBMISSION);
    const body = `<div class="msg_type_warn">${standIn.knobs.notice}</div>`;
    standIn.plan(SUBMIT, { kind: 'answerAfter', reply: { body } });
    expect(await failureOf(yandex.send(session, SUBMISSION, prepared))).toBe('unknown');
  });

  test.each([
    ['an error', redirect('/contest/7001/problems/A/?error=too-many-attempts'), 'refused'],
    ['an error of its own', redirect('/contest/7001/problems/A/?error=duplicate-submission'), 'duplicate'],
    ['a contest that is over', redirect('/?error=contest-already-finished'), 'refused'],
    ['a sign-in', redirect('https://passport.yandex.ru/auth'), 'challenge'],
    ['a captcha', redirect('/showcaptcha?retpath='), 'challenge'],
    ['a warning', { body: '<div class="msg_type_warn">Соревнование уже завершено</div>' }, 'unknown'],
    ['a page with a captcha', { body: '<script src="/captcha.js"></script>' }, 'unknown'],
    ['a page that cannot be read', { body: '<div>'.repeat(100_000) }, 'unknown'],
    ['haste', { status: 429 }, 'unknown'],
    ['haste in words', { status: 429, body: '<div class="msg_type_warn">Позже</div>' }, 'unknown'],
    ['a fault', { status: 502, body: 'Bad gateway' }, 'unknown'],
    ['another page', { body: '<title>Contest</title>' }, 'unknown'],
    ['a way to itself', redirect(SUBMIT), 'unknown'],
    ['a way out of the contest', redirect('/contests/'), 'unknown'],
    ['a way to another host', redirect('http://elsewhere.invalid/contest/7001/'), 'unknown'],
  ] as const)('that is answered by %s is told so', async (_name, reply, kind) => {
    const prepared = await yandex.prepare(session, SUBMISSION);
    standIn.plan(SUBMIT, { kind: 'answerInstead', reply });
    expect(await failureOf(yandex.send(session, SUBMISSION, prepared))).toBe(kind);
    expect(posts()).toBe(1);
  });

  test('with a form that is stale is known not to have arrived, and a new form does', async () => {
    const prepared = await yandex.prepare(session, SUBMISSION);
    standIn.knobs.sk = 'uffffffffffffffffffffffffffffffff';
    expect(await failureOf(yandex.send(session, SUBMISSION, prepared))).toBe('signedOut');
    expect(standIn.runs).toEqual([]);
    expect(await sent()).not.toBe('');
  });

  test('is refused before it is sent: language gone, no attempts, too long', async () => {
    standIn.problems[0]?.compilers.shift();
    expect(await failureOf(sent())).toBe('refused');
    const python = { ...SUBMISSION, foreignLanguageId: 'python3_docker' };
    expect(await failureOf(yandex.prepare(session, { ...python, source: 'x'.repeat(262_145) }))).toBe(
      'refused',
    );
    standIn.knobs.attempts = 0;
    expect(await failureOf(yandex.prepare(session, python))).toBe('refused');
    expect(posts()).toBe(0);
  });

  const closed = '<div class="msg msg_type_warn">Соревнование завершено</div>';
  const wayOut = '<a href="/logout/">';
  test.each([
    [
      'the problem without a form',
      { body: `${wayOut}<div class="problem-statement">Снег</div>` },
      'form for solutions',
    ],
    ['a warning', { body: closed }, 'Соревнование завершено'],
    ['both', { body: wayOut + closed }, 'Соревнование завершено'],
    [
      'a page with an error in its address',
      redirect('/?error=contest-already-finished'),
      'contest-already-finished',
    ],
  ] as const)(
    'is refused in words of the site where a contest that is over shows %s',
    async (_name, reply, words) => {
      standIn.plan('/contest/7001/problems/A/', { kind: 'answerInstead', reply }, 2);
      const refused = { kind: 'refused', message: expect.stringContaining(words) as string };
      await expect(yandex.prepare(session, SUBMISSION)).rejects.toMatchObject(refused);
      await expect(yandex.listLanguages(session, '7001:A')).rejects.toMatchObject(refused);
      expect(posts()).toBe(0);
    },
  );

  test.each([
    ['of another shape', (body: string) => body.replaceAll('@compilerId', '@compiler')],
    ['on a page that is none of the site', () => '<div class="problem-statement">Снег</div>'],
  ])('by a form %s is drift', async (_name, change) => {
    standIn.plan('/contest/7001/problems/A/', { kind: 'change', change });
    expect(await failureOf(yandex.prepare(session, SUBMISSION))).toBe('drift');
  });

  test('is not refused for good by what stands before the site', async () => {
    const reply = { status: 403, body: '<h1>403 Forbidden</h1>' };
    standIn.plan('/contest/7001/problems/A/', { kind: 'answerInstead', reply });
    expect(await failureOf(yandex.prepare(session, SUBMISSION))).toBe('drift');
  });

  test('stays sent when the page after it fails', async () => {
    const prepared = await yandex.prepare(session, SUBMISSION);
    standIn.plan('/contest/7001/problems/A/', { kind: 'cutBefore' });
    expect(await yandex.send(session, SUBMISSION, prepared)).toEqual({ runId: null });
  });
});

describe('a send without an answer', () => {
  async function lost(kind: 'cutBefore' | 'cutAfter'): Promise<Intent> {
    const prepared = await yandex.prepare(session, SUBMISSION);
    standIn.plan(SUBMIT, { kind });
    expect(await failureOf(yandex.send(session, SUBMISSION, prepared))).toBe('unknown');
    return { submission: SUBMISSION, watermark: prepared.watermark, sentAtMs: standIn.clock.nowMs() };
  }

  test('finds its run between others, over pages', async () => {
    standIn.knobs.pageSize = 2;
    standIn.addRun({ source: SUBMISSION.source.toUpperCase() });
    const intent = await lost('cutAfter');
    const own = standIn.runs.at(-1);
    standIn.addRun({ alias: 'B' });
    standIn.addRun({ compiler: 'make' });
    const other = standIn.addRun({ source: 'another' });
    expect(await yandex.findRuns(session, intent)).toEqual([
      { runId: `${own?.id}`, sentAtMs: intent.sentAtMs, hasSameSource: true },
      { runId: `${other.id}`, sentAtMs: intent.sentAtMs, hasSameSource: false },
    ]);
    const runs = [own, other].map((run) => ({ runId: `${run?.id}`, foreignId: '7001:A' }));
    expect(await yandex.poll(session, runs)).toHaveLength(2);
  });

  test('finds a run that appears late, and one whose source is closed', async () => {
    Object.assign(standIn.knobs, { appearsAfterMs: 5_000, reportsAreOpen: false });
    const intent = await lost('cutAfter');
    expect(await yandex.findRuns(session, intent)).toEqual([]);
    standIn.clock.advance(5_000);
    expect(await yandex.findRuns(session, intent)).toMatchObject([{ hasSameSource: null }]);
  });

  test('finds its run though the contest is over and has no form', async () => {
    const intent = await lost('cutAfter');
    const change = (body: string) => body.replaceAll('@compilerId', '');
    standIn.plan('/contest/7001/problems/A/', { kind: 'change', change });
    expect(await yandex.findRuns(session, intent)).toMatchObject([{ hasSameSource: true }]);
  });

  test('is not taken for lost when the table of runs has changed', async () => {
    const intent = await lost('cutAfter');
    const change = (body: string) => body.replaceAll('table_role_submits', 'table_role_runs');
    standIn.plan(SUBMITS, { kind: 'change', change });
    expect(await failureOf(yandex.findRuns(session, intent))).toBe('drift');
  });
});

describe('an account', () => {
  test('is named by the page, or by its login', async () => {
    expect(await yandex.checkAccount(session)).toMatchObject({ name: 'pool-1' });
    const named = openSession(standIn, { ...CREDENTIALS, login: 'pool-7' });
    expect(await yandex.checkAccount(named)).toMatchObject({ name: 'pool-7' });
  });

  test('whose session has ended needs a human, and new cookies replace the old ones', async () => {
    standIn.knobs.session = 'session-2';
    expect(await failureOf(yandex.checkAccount(session))).toBe('challenge');
    expect(await failureOf(sent())).toBe('challenge');
    const renewed = openSession(
      standIn,
      { cookie: 'Session_id=session-2' },
      { cookies: session.http.exportCookies() },
    );
    expect(await yandex.checkAccount(renewed)).toMatchObject({ name: 'pool-1' });
  });

  test('enters a contest, also a virtual one', async () => {
    Object.assign(standIn.knobs, { hasEntered: false, entrance: 'startVirtual' });
    expect(await sent()).not.toBe('');
    expect(standIn.count('POST', '/contest/7001/enter/')).toBe(1);
  });

  test('that is not let in is told so', async () => {
    Object.assign(standIn.knobs, { hasEntered: false, entrance: null });
    expect(await failureOf(sent())).toBe('refused');
  });

  test('is not asked for a captcha twice', async () => {
    standIn.plan('/contest/7001/problems/A/', { kind: 'answerInstead', reply: redirect('/showcaptcha') });
    expect(await failureOf(sent())).toBe('challenge');
    expect(posts()).toBe(0);
  });
});

describe('damaged pages', () => {
  const at = (html: string) =>
    pageOf(html, { url: `${standIn.url}contest/7001/submits/`, status: 200, body: '' });

  test('of runs never make a verdict that the page does not have', async () => {
    standIn.addRun({ source: 'judge: WA 2' });
    standIn.addRun({ source: 'judge: NEVER' });
    standIn.addRun({ source: 'judge: STRANGE' });
    standIn.clock.advance(60_000);
    await yandex.checkAccount(session);
    const html = (await session.http.request({ path: SUBMITS })).text();
    fc.assert(
      fc.property(mutatedPage(html), (damaged) => {
        const rows = orRecognised(() => readSubmits(at(damaged))) ?? [];
        for (const { state } of rows) expect([null, 'wrongAnswer']).toContain(state.verdict);
      }),
      { numRuns: 150 },
    );
  });

  test('of problems make a statement or a recognised failure', async () => {
    await yandex.checkAccount(session);
    const html = (await session.http.request({ path: '/contest/7001/problems/B/' })).text();
    fc.assert(
      fc.property(mutatedPage(html), (damaged) => {
        const read = orRecognised(() => readProblemStatement(at(damaged)));
        if (read) expect(read.html).not.toBe('');
        expect(orRecognised(() => readSubmitForm(at(damaged)))?.languages).not.toEqual([]);
        expect(orRecognised(() => readProblemList(at(damaged), '7001'))).not.toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
