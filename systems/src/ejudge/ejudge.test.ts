import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ejudge } from '#ejudge/ejudge.ts';
import type { OutsideError } from '#failures.ts';
import type { Session, Submission } from '#outside-system.ts';
import { type EjudgeStandIn, startEjudge } from '#stand-ins/ejudge.ts';
import { addressesOf } from '#testing/addresses-of.ts';
import { failureOf } from '#testing/failure-of.ts';
import { openSession } from '#testing/open-session.ts';

let standIn: EjudgeStandIn;
beforeEach(async () => {
  standIn = await startEjudge();
});
afterEach(() => standIn.close());

const PASSWORD = { login: 'pool1', password: 'first secret' };
const KEY = { apiKey: `AQAA${'p'.repeat(43)}` };
const JURY_KEY = { apiKey: `AQAA${'j'.repeat(43)}`, login: 'pool1' };
const API = /^\/ej\/api\/v1\/client\/submit-run$/;
const SUBMIT = /submit-run$|\/new-(client|master)$/;

/** Ways to reach a server, each with the account that goes with it. */
const WAYS = [
  ['an API key', KEY, {}],
  ['a password', PASSWORD, {}],
  ['an API key and the programs', KEY, { cgi: 'cgi-bin' }],
  ['a password and the programs', PASSWORD, { cgi: '/cgi-bin/' }],
  ['the jury', JURY_KEY, { role: 'master' }],
  ['the jury and the programs', JURY_KEY, { role: 'master', cgi: '/cgi-bin/' }],
] as const;

function open(credentials: Session['credentials'] = KEY, settings: Record<string, string> = {}): Session {
  return openSession(standIn, credentials, { settings: { contests: '12, 15', ...settings } });
}

const solution = (source: string, foreignId = '12:A', foreignLanguageId = '3'): Submission => ({
  ...{ foreignId, foreignLanguageId, languageName: 'GNU C++ 13.2.0', source },
});

async function sendTo(session: Session, submission: Submission) {
  const prepared = await ejudge.prepare(session, submission);
  const { runId } = await ejudge.send(session, submission, prepared);
  const intent = { submission, watermark: prepared.watermark, sentAtMs: session.nowMs() };
  return { run: { runId: runId ?? '', foreignId: submission.foreignId }, intent };
}

const stateOf = async (session: Session, run: { runId: string; foreignId: string }) =>
  (await ejudge.poll(session, [run]))[0];

const submits = () =>
  standIn.journal.filter(({ method, body }) => method === 'POST' && body.includes('filename='));

describe.each(WAYS)('with %s', (_name, credentials, settings) => {
  test('problems of all contests are listed, twice alike', async () => {
    const session = open(credentials, settings);
    const first = await ejudge.listProblems(session, null, null);
    expect(first).toEqual({
      problems: [
        { foreignId: '12:A', title: 'Фонари' },
        { foreignId: '12:B', title: 'Мост' },
        { foreignId: '12:D', title: 'Ответ' },
      ],
      nextCursor: '15',
    });
    expect(await ejudge.listProblems(session, null, null)).toEqual(first);
    expect(await ejudge.listProblems(session, first.nextCursor, null)).toEqual({
      problems: [
        { foreignId: '15:1', title: 'Seven ropes' },
        { foreignId: '15:G', title: 'G' },
      ],
      nextCursor: null,
    });
  });

  test('a problem has limits, files and a statement', async () => {
    const session = open(credentials, settings);
    const bridge = await ejudge.readProblem(session, '12:2');
    expect(bridge).toMatchObject({
      ...{ foreignId: '12:B', timeLimitMs: 2500, memoryLimitKb: 65_536 },
      ...{ inputFile: 'bridge.in', outputFile: 'bridge.out', source: 'Осенние учения' },
    });
    const lamps = await ejudge.readProblem(session, '12:A');
    expect(lamps).toMatchObject({ timeLimitMs: 1000, inputFile: null, outputFile: null });
    const [statement] = lamps.statements;
    expect(statement).toMatchObject({
      ...{ language: 'ru', title: 'Фонари' },
      samples: [
        { input: '1\n', output: '1\n' },
        { input: '2 <\n', output: '0\n' },
      ],
    });
    expect(statement?.html).toMatch(/^<p>На улице \$n\$ фонарей/);
    expect(statement?.html).toContain('src="data:image/png;base64,iVBOR');
    expect(statement?.html).toContain('<h3>Примечания</h3>');
    expect(statement?.html).not.toMatch(/script|Задача|Примеры|SID=|<pre>/);
  });

  test('a run passes through its states and ends with time and test', async () => {
    const session = open(credentials, settings);
    const { run } = await sendTo(session, solution('// judge: WA 2\nint main() {}\n'));
    expect(run.runId).toBe('12:0');
    expect(submits().length).toBe(1);
    const states: string[] = [];
    for (let second = 0; second < 6; second += 1) {
      const state = await stateOf(session, run);
      states.push(`${state?.state} ${state?.foreignVerdict}`);
      standIn.clock.advance(1000);
    }
    expect([...new Set(states)]).toEqual(['waiting AV', 'compiling CG', 'running RU', 'final WA']);
    expect(await stateOf(session, run)).toEqual({
      ...{ runId: '12:0', state: 'final', verdict: 'wrongAnswer', foreignVerdict: 'WA', testNumber: 2 },
      ...{ timeMs: 46, memoryKb: credentials === JURY_KEY ? 1_234 : null, score: null },
    });
  });

  test('a run that was taken is found after its answer was lost, and only that', async () => {
    const session = open(credentials, settings);
    await sendTo(session, solution('first'));
    const submission = solution('second\n');
    const prepared = await ejudge.prepare(session, submission);
    standIn.runs.add({ ...foreignRun, source: Buffer.from('of another account') });
    standIn.runs.add({ ...foreignRun, userId: 2, problemId: 2, source: Buffer.from('second\n') });
    standIn.runs.add({ ...foreignRun, userId: 2, languageId: 1, source: Buffer.from('second\n') });
    standIn.plan(SUBMIT, { kind: 'cutAfter' });
    expect(await failureOf(ejudge.send(session, submission, prepared))).toBe('unknown');
    standIn.runs.add({ ...foreignRun, userId: 2, source: Buffer.from('others\n') });
    const intent = { submission, watermark: prepared.watermark, sentAtMs: session.nowMs() };
    const found = await ejudge.findRuns(session, intent);
    expect(found.filter(({ hasSameSource }) => hasSameSource !== false)).toEqual([
      { runId: '12:4', sentAtMs: standIn.clock.nowMs(), hasSameSource: true },
    ]);
    expect(submits().length).toBe(2);
  });

  test('a run that was not taken is not found', async () => {
    const session = open(credentials, settings);
    const submission = solution('lost');
    const prepared = await ejudge.prepare(session, submission);
    standIn.plan(SUBMIT, { kind: 'cutBefore' });
    expect(await failureOf(ejudge.send(session, submission, prepared))).toBe('unknown');
    const intent = { submission, watermark: prepared.watermark, sentAtMs: session.nowMs() };
    expect(await ejudge.findRuns(session, intent)).toEqual([]);
  });

  test('the words of the compiler are bounded and clean', async () => {
    const session = open(credentials, settings);
    const { run } = await sendTo(session, solution('// judge: CE log of 70000'));
    standIn.clock.advance(10_000);
    expect(await stateOf(session, run)).toMatchObject({ state: 'final', verdict: 'compilationError' });
    const log = await ejudge.readCompilationLog(session, run);
    expect(log).toMatch(/ошибка: \[31m«x»\[0m\ne/);
    expect(log?.length).toBeGreaterThan(65_000);
    expect(log?.length).toBeLessThanOrEqual(65_536);
  });

  test('the account is known by name', async () => {
    const { name } = await ejudge.checkAccount(open(credentials, settings));
    expect(name).toBe(credentials === KEY ? 'API key' : 'pool1');
  });
});

const foreignRun = {
  ...{ contestId: 12, userId: 3, problemId: 1, languageId: 3, source: Buffer.from('') },
  ...{ sentAtMs: 0, isHidden: false, extUser: null },
};

describe('identifiers', () => {
  test('name a contest and a problem in it', () => {
    expect(['12:A', ' 012:1 ', '7:hello-world'].map(ejudge.readId)).toEqual([
      '12:A',
      '12:1',
      '7:hello-world',
    ]);
    for (const text of ['', '12', '12:', ':A', '0:A', '1000000:A', '12:A B', '12:A:B', 'x:A']) {
      expect(ejudge.readId(text)).toBeNull();
    }
  });

  test('may name a problem by its number', async () => {
    expect((await ejudge.readProblem(open(), '12:2')).foreignId).toBe('12:B');
    // A number comes before a name that looks like one.
    expect((await ejudge.readProblem(open(), '15:7')).foreignId).toBe('15:G');
    expect(await failureOf(ejudge.readProblem(open(), '12:3'))).toBe('refused');
    expect(await failureOf(ejudge.readProblem(open(), '99:1'))).toBe('refused');
  });

  test('one contest is listed by its number', async () => {
    const { problems, nextCursor } = await ejudge.listProblems(open(), null, '15');
    expect([problems.length, nextCursor]).toEqual([2, null]);
    expect(await failureOf(ejudge.listProblems(open(KEY, { contests: '' }), null, null))).toBe('refused');
  });
});

describe('a problem', () => {
  test('has its pictures within it and whole addresses of links, but for those with a session', async () => {
    const [SID, EJSID] = ['0123456789abcdef', 'fedcba9876543210'];
    const added =
      `<img src="/ej/get-file/S${SID}/12/1/%zz"><img src="https://cdn.example/a.png">` +
      `<a href="/ej/client/main-page/S${SID}-${EJSID}">a</a><a href="?SID=${SID}&action=2">b</a>`;
    standIn.plan(/problem-statement-json$/, { kind: 'change', change: (body) => `${body}${added}` });
    expect(addressesOf(await ejudge.readProblem(open(), '12:A'))).toEqual({
      pictures: [expect.stringMatching(/^data:image\/png;base64,iVBOR/), '', 'https://cdn.example/a.png'],
      links: ['', `${standIn.url}rules`, '', ''],
    });
  });

  test('holds no more pictures than fit', async () => {
    const picture = '<img src="/ej/client/get-file?SID=0123456789abcdef&file=large.png">';
    const change = (body: string) => `${body}${picture.repeat(8)}`;
    standIn.plan(/problem-statement-json$/, { kind: 'change', change });
    const reply = { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(1_000_000) };
    standIn.plan(/get-file$/, { kind: 'answerInstead', reply }, 9);
    const { pictures } = addressesOf(await ejudge.readProblem(open(), '12:A'));
    expect(pictures.map((src) => src.slice(0, 5))).toEqual([...Array(6).fill('data:'), '', '', '']);
  });

  test('without a statement has a title', async () => {
    const { statements } = await ejudge.readProblem(open(), '15:1');
    expect(statements).toEqual([{ language: 'en', title: 'Seven ropes', html: '', samples: [] }]);
  });

  test('that takes no programs, or that is not there, is refused', async () => {
    expect(await failureOf(ejudge.readProblem(open(), '12:D'))).toBe('refused');
    expect(await failureOf(ejudge.readProblem(open(), '12:Z'))).toBe('refused');
  });

  test('offers its languages with families', async () => {
    const languages = await ejudge.listLanguages(open(), '12:A');
    expect(
      languages.map(({ foreignLanguageId, name, family, extensions }) => [
        ...[foreignLanguageId, name, family, ...extensions],
      ]),
    ).toEqual([
      ['1', 'Free Pascal 3.2.2', 'pascal', 'pas'],
      ['3', 'GNU C++ 13.2.0', 'c_cpp', 'cpp'],
      ['23', 'Python 3.12', 'python', 'py'],
      ['25', 'Project with a Makefile', 'text', 'tar'],
    ]);
    const ofBridge = await ejudge.listLanguages(open(), '12:B');
    expect(ofBridge.map(({ foreignLanguageId }) => foreignLanguageId)).toEqual(['3', '23']);
  });
});

describe('the list of a contest', () => {
  test.each([
    ['cut', (body: string) => body.slice(0, 300)],
    ['without problems', (body: string) => body.replace('"problems"', '"tasks"')],
    ['a page', () => '<html>maintenance</html>'],
  ])('that is %s is no empty list', async (_name, change) => {
    standIn.plan(/contest-status-json/, { kind: 'change', change });
    expect(await failureOf(ejudge.listProblems(open(), null, null))).toBe('drift');
  });

  test('is not there before the start', async () => {
    for (const contest of standIn.contests) contest.isStarted = false;
    expect(await failureOf(ejudge.listProblems(open(), null, null))).toBe('refused');
  });

  test('that another server answers is told from one that is away', async () => {
    standIn.plan(/contest-status-json/, { kind: 'answerInstead', reply: { status: 500, body: 'x' } });
    expect(await failureOf(ejudge.listProblems(open(), null, null))).toBe('down');
    expect(await failureOf(ejudge.listProblems(open(KEY, { apiPath: '/elsewhere' }), null, null))).toBe(
      'drift',
    );
  });
});

describe('a session', () => {
  test('is opened once per contest and goes on in a later process', async () => {
    const session = open(PASSWORD);
    await ejudge.listProblems(session, null, '12');
    await ejudge.listProblems(session, null, '15');
    await ejudge.listProblems(session, null, '12');
    expect(standIn.count('POST', /login-json/)).toBe(2);
    const cookies = session.http.exportCookies();
    const later = openSession(standIn, PASSWORD, { settings: { contests: '12' }, cookies });
    await ejudge.listProblems(later, null, '15');
    expect(standIn.count('POST', /login-json/)).toBe(2);
  });

  test('that ended is opened again once, and its run is still sent once', async () => {
    const session = open(PASSWORD);
    await ejudge.listProblems(session, null, '12');
    standIn.endSessions();
    await sendTo(session, solution('a'));
    expect(standIn.count('POST', /login-json/)).toBe(2);
    expect(submits().length).toBe(1);
  });

  test('that ends before the send is told by the answer: nothing was taken', async () => {
    const session = open(PASSWORD);
    const submission = solution('a');
    const prepared = await ejudge.prepare(session, submission);
    standIn.endSessions();
    expect(await failureOf(ejudge.send(session, submission, prepared))).toBe('signedOut');
    expect(standIn.runs.all).toEqual([]);
    await sendTo(session, submission);
    expect(standIn.count('POST', /login-json/)).toBe(2);
    expect(standIn.runs.all.length).toBe(1);
  });

  test('that is refused is not asked for with every look and poll, but by a look at the account', async () => {
    const { run } = await sendTo(open(PASSWORD), solution('a'));
    const session = open({ ...PASSWORD, password: 'x' });
    const before = standIn.count('POST', /login-json/);
    const signIns = () => standIn.count('POST', /login-json/) - before;
    for (let poll = 0; poll < 5; poll += 1) expect(await failureOf(stateOf(session, run))).toBe('signedOut');
    expect(signIns()).toBe(1);
    standIn.clock.advance(600_000);
    expect(await failureOf(stateOf(session, run))).toBe('signedOut');
    expect(signIns()).toBe(2);
  });

  test('is not shown to supervisors with a page that could not be read', async () => {
    const session = open(PASSWORD);
    standIn.plan(/contest-status-json/, { kind: 'answerInstead', reply: { body: '<p>' } });
    const error = await ejudge.listProblems(session, null, '12').catch((reason: unknown) => reason);
    expect((error as OutsideError).evidence?.url).toMatch(/contest-status-json$/);
  });

  test.each([
    ['a wrong password', { login: 'pool1', password: 'x' }],
    ['a wrong key', { apiKey: `AQAA${'x'.repeat(43)}` }],
    ['no account', null],
    ['a login alone', { login: 'pool1' }],
  ])('is not opened with %s', async (_name, credentials) => {
    const session = open(credentials);
    expect(await failureOf(ejudge.checkAccount(session))).toBe('signedOut');
    expect(standIn.journal.length).toBeLessThanOrEqual(1);
  });

  test.each([
    ['a password', { login: 'pool2', password: 'second secret' }],
    ['a key', { apiKey: `AQAA${'q'.repeat(43)}` }],
  ])('of an account with %s stays good when one contest denies it', async (_name, credentials) => {
    const session = open(credentials);
    expect(await failureOf(ejudge.prepare(session, solution('a', '15:1')))).toBe('refused');
    expect(await failureOf(ejudge.prepare(session, solution('a')))).toBeNull();
  });

  test('is not needed with a key, however it was copied', async () => {
    for (const apiKey of ['p'.repeat(43), `Bearer AQAA${'p'.repeat(43)}`, ` AQAA${'p'.repeat(43)}\n`]) {
      expect(await ejudge.checkAccount(open({ apiKey }))).toEqual({ name: 'API key', authorId: '' });
    }
  });

  test('of a participant has none of the rights of the jury', async () => {
    expect(await failureOf(ejudge.checkAccount(open(KEY, { role: 'master' })))).toBe('signedOut');
    expect(await failureOf(ejudge.checkAccount(open(PASSWORD, { role: 'judge' })))).toBe('signedOut');
  });
});

describe('a send', () => {
  test('of the same source as the latest is a duplicate, of an older one is not', async () => {
    const session = open();
    const { run } = await sendTo(session, solution('same'));
    const again = solution('same');
    const prepared = await ejudge.prepare(session, again);
    expect(prepared.watermark).toBe(run.runId);
    expect(await failureOf(ejudge.send(session, again, prepared))).toBe('duplicate');
    // Without a watermark the earlier run is found.
    const earlier = await ejudge.findRuns(session, { submission: again, watermark: null, sentAtMs: 0 });
    expect(earlier).toMatchObject([{ runId: run.runId, hasSameSource: true }]);
    await sendTo(session, solution('other'));
    expect((await sendTo(session, again)).run.runId).toBe('12:2');
  });

  test.each([
    ['suspended', { isSuspended: true }, 'down'],
    ['over', { isStopped: true }, 'refused'],
    ['not started', { isStarted: false }, 'refused'],
  ])('to a contest that is %s does not happen', async (_name, change, kind) => {
    const session = open();
    const submission = solution('a');
    const prepared = await ejudge.prepare(session, submission);
    Object.assign(standIn.contests[0] ?? {}, change);
    expect(await failureOf(ejudge.prepare(session, submission))).toBe(kind);
    expect(submits().length).toBe(0);
    // What ends between both is told by the answer.
    expect(await failureOf(ejudge.send(session, submission, prepared))).toBe(kind);
    expect(standIn.runs.all.length).toBe(0);
  });

  test('in a language that is gone is refused before it happens', async () => {
    expect(await failureOf(ejudge.prepare(open(), solution('a', '12:B', '1')))).toBe('refused');
    expect(await failureOf(ejudge.prepare(open(), solution('a', '12:A', '77')))).toBe('refused');
  });

  test.each([
    ['too fast', { symbol: 'ERR_RATE_EXCEEDED', num: 157 }, 'rate', 429],
    ['too long', { symbol: 'ERR_RUN_QUOTA_EXCEEDED', num: 78 }, 'refused'],
    ['while the server stops', { symbol: 'ERR_CONTEST_UNLOADED', num: 131 }, 'down'],
  ])('%s is refused', async (_name, error, kind, status = 200) => {
    const session = open();
    const prepared = await ejudge.prepare(session, solution('a'));
    const body = JSON.stringify({ ok: false, error: { ...error, message: 'No' } });
    standIn.plan(API, { kind: 'answerInstead', reply: { status, body } });
    expect(await failureOf(ejudge.send(session, solution('a'), prepared))).toBe(kind);
  });

  test.each([
    [
      'a refusal that may come after the run was stored',
      200,
      '{"ok":false,"error":{"num":44,"symbol":"ERR_DISK_WRITE_ERROR"}}',
    ],
    ['a refusal that nobody knows', 200, '{"ok":false,"error":{"num":999}}'],
    ['an error of the server', 502, '<h1>Bad Gateway</h1>'],
    ['a page', 200, '<html></html>'],
    ['half an answer', 200, '{"ok":true,"result":{"run_i'],
  ])('that gets %s has an unknown outcome', async (_name, status, body) => {
    const session = open();
    const prepared = await ejudge.prepare(session, solution('a'));
    standIn.plan(API, { kind: 'answerAfter', reply: { status, body } });
    expect(await failureOf(ejudge.send(session, solution('a'), prepared))).toBe('unknown');
    const found = await ejudge.findRuns(session, { submission: solution('a'), ...prepared, sentAtMs: 0 });
    expect(found).toMatchObject([{ runId: '12:0', hasSameSource: true }]);
  });

  test('of letters of any kind arrives byte for byte', async () => {
    const source = '\ufeff// Привет ☃\r\nint main() {}\r\n';
    const { intent } = await sendTo(open(), solution(source));
    expect(standIn.runs.all[0]?.source.toString('utf8')).toBe(source);
    expect(await ejudge.findRuns(open(), intent)).toMatchObject([{ hasSameSource: true }]);
  });

  test('is found by its size where sources are not shown', async () => {
    for (const contest of standIn.contests) contest.isOpen = false;
    const session = open();
    const { intent } = await sendTo(session, solution('mine'));
    standIn.runs.add({ ...foreignRun, userId: 2, source: Buffer.from('longer') });
    const found = await ejudge.findRuns(session, intent);
    expect(found.map(({ hasSameSource }) => hasSameSource)).toEqual([null, false]);
  });

  test('of the jury is for its login, hidden unless the server says otherwise, and bears a mark', async () => {
    await sendTo(open(JURY_KEY, { role: 'master' }), solution('a'));
    await sendTo(open(JURY_KEY, { role: 'judge', isVisible: 'yes' }), solution('a'));
    const [hidden, visible] = standIn.runs.all;
    expect([hidden?.isHidden, hidden?.userId, visible?.isHidden]).toEqual([true, 2, false]);
    expect(hidden?.extUser).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    // The same source after a later watermark is another send.
    expect(visible?.extUser).not.toBe(hidden?.extUser);
  });
});

describe('a poll', () => {
  test('of many runs is one look until verdicts are there', async () => {
    const session = open();
    const runs = [];
    for (let number = 0; number < 5; number += 1) {
      runs.push((await sendTo(session, solution(`// judge: TL ${number + 1}\n`))).run);
    }
    const before = standIn.journal.length;
    expect((await ejudge.poll(session, runs)).map(({ state }) => state)).toEqual(Array(5).fill('waiting'));
    expect(standIn.journal.length - before).toBe(1);
    standIn.clock.advance(60_000);
    const states = await ejudge.poll(session, runs);
    expect(states.map(({ verdict, testNumber }) => [verdict, testNumber])).toEqual(
      [1, 2, 3, 4, 5].map((number) => ['timeLimit', number]),
    );
  });

  test.each([
    ['participant', KEY],
    ['master', JURY_KEY],
  ])('as %s leaves out runs that are gone and spans contests', async (role, credentials) => {
    const session = open(credentials, { role });
    const one = await sendTo(session, solution('a'));
    const other = await sendTo(session, solution('a', '15:1'));
    expect([one.run.runId, other.run.runId]).toEqual(['12:0', '15:0']);
    const gone = { runId: '12:77', foreignId: '12:A' };
    const states = await ejudge.poll(session, [one.run, gone, other.run]);
    expect(states.map(({ runId }) => runId)).toEqual(['12:0', '15:0']);
  });

  test.each([
    ['participant', KEY],
    ['master', JURY_KEY],
  ])('as %s of an unknown status ends nothing', async (role, credentials) => {
    const session = open(credentials, { role });
    const { run } = await sendTo(session, solution('// judge: STRANGE'));
    standIn.clock.advance(60_000);
    expect(await stateOf(session, run)).toMatchObject({
      state: 'unknown',
      verdict: null,
      foreignVerdict: 'status 42',
    });
  });

  test('knows every status', async () => {
    const session = open();
    const { run } = await sendTo(session, solution('a'));
    const words: Record<string, string | null> = {};
    for (const fixedStatus of [...Array(20).keys(), 23, 95, 96, 97, 98, 99]) {
      Object.assign(standIn.runs.all[0] ?? {}, { fixedStatus });
      const state = await stateOf(session, run);
      words[state?.foreignVerdict ?? ''] = state?.verdict ?? state?.state ?? null;
    }
    expect(words).toEqual({
      ...{
        OK: 'accepted',
        CE: 'compilationError',
        RT: 'runtimeError',
        TL: 'timeLimit',
        PE: 'presentationError',
      },
      ...{
        WA: 'wrongAnswer',
        CF: 'judgingError',
        PT: 'ignored',
        AC: 'ignored',
        IG: 'ignored',
        DQ: 'disqualified',
      },
      ...{
        PD: 'ignored',
        ML: 'memoryLimit',
        SE: 'restrictedFunction',
        SV: 'restrictedFunction',
        WT: 'timeLimit',
      },
      ...{ PR: 'ignored', RJ: 'ignored', SK: 'ignored', SY: 'judgingError', SM: 'ignored' },
      ...{ 'Full rejudge': 'waiting', RU: 'running', CD: 'running', CG: 'compiling', AV: 'waiting' },
    });
  });

  test('reads partial and half-tested solutions as the server is set', async () => {
    const session = open(KEY, { partial: 'wrongAnswer', acceptedForTesting: 'accepted' });
    const { run } = await sendTo(session, solution('a'));
    for (const [fixedStatus, verdict] of [
      [7, 'wrongAnswer'],
      [8, 'accepted'],
    ] as const) {
      Object.assign(standIn.runs.all[0] ?? {}, { fixedStatus });
      expect((await stateOf(session, run))?.verdict).toBe(verdict);
    }
  });

  test('of the jury does without a report that cannot be read', async () => {
    const session = open(JURY_KEY, { role: 'master' });
    const { run } = await sendTo(session, solution('// judge: OK stored as BSON'));
    standIn.clock.advance(60_000);
    expect(await stateOf(session, run)).toMatchObject({ verdict: 'accepted', timeMs: null, memoryKb: null });
  });

  test('does not show the compiler’s words where the contest hides them', async () => {
    for (const contest of standIn.contests) contest.isOpen = false;
    const session = open();
    const { run } = await sendTo(session, solution('// judge: CE'));
    standIn.clock.advance(10_000);
    expect(await ejudge.readCompilationLog(session, run)).toBeNull();
  });
});

test('settings that cannot be read are named', async () => {
  const session = open(KEY, { role: 'king' });
  await expect(ejudge.readProblem(session, '12:A')).rejects.toThrow('role');
});
