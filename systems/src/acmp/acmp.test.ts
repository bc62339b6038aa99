import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acmp } from '#acmp/acmp.ts';
import type { RunState, Submission } from '#outside-system.ts';
import { ACMP_ACCOUNT, type AcmpStandIn, startAcmp } from '#stand-ins/acmp.ts';
import { addressesOf } from '#testing/addresses-of.ts';
import { failureOf } from '#testing/failure-of.ts';
import { openSession } from '#testing/open-session.ts';

const { id: AUTHOR, login, password } = ACMP_ACCOUNT;
let standIn: AcmpStandIn;
beforeEach(async () => {
  standIn = await startAcmp();
});
afterEach(() => standIn.close());

/** Starts another stand-in in place of the one that each test has. */
async function restart(options: Parameters<typeof startAcmp>[0]) {
  await standIn.close();
  standIn = await startAcmp(options);
}

const open = (credentials: Record<string, string> | null = { login, password }) =>
  openSession(standIn, credentials, { charset: 'windows-1251' });
const solution = (source = 'int main() {}', more: Partial<Submission> = {}): Submission => ({
  ...{ foreignId: '1', foreignLanguageId: 'CPP', languageName: 'MinGW GNU C++ 13.1.0', source },
  ...more,
});
const UPLOAD = 'main=update&mode=upload&id_task=1';
const requests = (method: string, query: string) =>
  standIn.journal.filter((line) => line.method === method && line.query.startsWith(query)).length;

async function sent(submission = solution(), session = open()) {
  const prepared = await acmp.prepare(session, submission);
  return acmp.send(session, submission, prepared);
}

/** Prepares a solution and lets the next request, which sends it, go wrong. */
async function lost(fault: Parameters<AcmpStandIn['plan']>[1], submission = solution()) {
  const session = open();
  const prepared = await acmp.prepare(session, submission);
  standIn.plan('/index.asp', fault);
  expect(await failureOf(acmp.send(session, submission, prepared))).toBe('unknown');
  return acmp.findRuns(session, {
    submission,
    watermark: prepared.watermark,
    sentAtMs: standIn.clock.nowMs(),
  });
}

async function stateOf(runId: string | null) {
  const [state] = await acmp.poll(open(), [{ runId: runId ?? '', foreignId: '1' }]);
  return state as RunState;
}

describe('tasks', () => {
  test('are listed page by page, alike each time', async () => {
    await restart({ rowsPerPage: 50 });
    const [first] = standIn.tasks;
    if (!first) throw new Error('no task');
    for (let id = 3; id <= 120; id += 1) standIn.tasks.push({ ...first, id: `${id}`, title: `Луна ${id}` });
    const listed = async () => {
      const pages = [];
      for (let cursor: string | null = null; ; ) {
        const page = await acmp.listProblems(open(null), cursor, null);
        pages.push(page);
        cursor = page.nextCursor;
        if (cursor === null) return pages;
      }
    };
    const pages = await listed();
    expect(pages.map(({ problems, nextCursor }) => [problems.length, nextCursor])).toEqual([
      [50, '1'],
      [50, '2'],
      [20, null],
    ]);
    expect(pages[0]?.problems[0]).toEqual({ foreignId: '1', title: 'A+B на Луне' });
    expect(await listed()).toEqual(pages);
  });

  test.each([
    ['class=white', 'class=pink'],
    ['id_task=2', 'id_task=3'],
    ['<table class=main>', '<div>'],
  ])('are not listed when %s becomes %s', async (before, after) => {
    const change = (body: string) => {
      const changed = body.replaceAll(before, after);
      return after === '<div>' ? changed.slice(0, changed.indexOf('2%')) : changed;
    };
    standIn.plan('/index.asp', { kind: 'change', change });
    expect(await failureOf(acmp.listProblems(open(null), null, null))).toBe('drift');
  });

  test('have a title, limits, a text with its signs, and samples', async () => {
    const task = await acmp.readProblem(open(null), '1');
    expect(task).toMatchObject({
      ...{ foreignId: '1', timeLimitMs: 1000, memoryLimitKb: 16_384, inputFile: null, pdf: null },
      url: `${standIn.url}index.asp?main=task&id_task=1`,
      statements: [{ language: 'ru', title: 'A+B на Луне', samples: [{ input: '2 3\n', output: '5\n' }] }],
    });
    const html = task.statements[0]?.html ?? '';
    expect(html).toContain('Сложите a&lt;=b, где 0&lt;n&lt;5 и n &gt; 1.');
    expect(html).toContain('<h2>Выходные данные</h2>');
    expect(html).not.toMatch(/Пример|Обсуждение|отправки|INPUT|adsby|зарегистр/);
  });

  test('have many samples, a table of their own, a note, a picture and a fractional limit', async () => {
    const { statements, timeLimitMs } = await acmp.readProblem(open(), '2');
    expect(timeLimitMs).toBe(500);
    expect(statements[0]?.samples).toEqual([
      { input: '2\n1 2\n', output: '3\n' },
      { input: '1\n5\n', output: '5\n' },
    ]);
    expect(statements[0]?.html).toContain(`<img src="${standIn.url}asp/image.asp?id=2" alt>`);
    expect(statements[0]?.html).toContain('за <span>$</span>5 или <span>$</span>6');
    expect(statements[0]?.html).toContain('<td>Тихо</td>');
    expect(statements[0]?.html).toContain('Кратеры не пересекаются.');
  });

  test('name pictures and links by whole addresses', async () => {
    expect(addressesOf(await acmp.readProblem(open(null), '2'))).toEqual({
      pictures: [`${standIn.url}asp/image.asp?id=2`],
      links: [`${standIn.url}index.asp?main=task&id_task=1`],
    });
  });

  test('look the same for those who are signed in', async () => {
    const session = open();
    await acmp.listLanguages(session, '1');
    expect(await acmp.readProblem(session, '1')).toEqual(await acmp.readProblem(open(null), '1'));
  });

  test('that do not exist are told from pages that have changed', async () => {
    expect(await failureOf(acmp.readProblem(open(null), '999'))).toBe('refused');
    standIn.plan('/index.asp', { kind: 'change', change: (body) => body.replace('notepad2', 'notepad3') });
    expect(await failureOf(acmp.readProblem(open(null), '1'))).toBe('drift');
  });

  test.each(['text/html', 'text/html; charset=windows-1251'])('are read as %s', async (contentType) => {
    await restart({ contentType });
    expect((await acmp.readProblem(open(null), '1')).statements[0]?.title).toBe('A+B на Луне');
  });

  test('are named by their number, with or without zeros', () => {
    expect(['1', '0001', ' 42 ', '0', '1A'].map(acmp.readId)).toEqual(['1', '1', '42', null, null]);
  });
});

test('languages are those of the form, for which one sign-in is enough', async () => {
  const session = open();
  const languages = await acmp.listLanguages(session, '1');
  expect(languages[0]).toEqual({
    ...{ foreignLanguageId: 'CPP', name: 'MinGW GNU C++ 13.1.0', family: 'c_cpp', extensions: ['cpp', 'cc'] },
  });
  await acmp.listLanguages(session, '2');
  expect(requests('POST', 'main=enter')).toBe(1);
  expect(await failureOf(acmp.listLanguages(open(null), '1'))).toBe('signedOut');
});

describe('a solution', () => {
  test('reaches the site in its charset, which lacks some letters', async () => {
    await sent(solution('// Луна & ☃\nint main() { return 1 < 2; }\n'));
    const source = '// Луна & ?\nint main() { return 1 < 2; }\n';
    expect(standIn.book.runs[0]).toMatchObject({ source, problem: '1', authorId: AUTHOR });
  });

  test.each([
    ['was cut', { kind: 'cutAfter' }],
    ['was an error', { kind: 'answerAfter', reply: { status: 500, body: 'Active Server Pages error' } }],
  ] as const)('is found among others when the answer %s', async (_how, fault) => {
    const add = (more: object) =>
      standIn.book.add({
        authorId: AUTHOR,
        problem: '1',
        language: 'MinGW GNU C++ 13.1.0',
        source: 'x',
        ...more,
      });
    add({});
    standIn.clock.advance(60_000);
    const session = open();
    const submission = solution('наше\n');
    const prepared = await acmp.prepare(session, submission);
    add({ authorId: '7' });
    add({ problem: '2' });
    add({ language: 'Python 3.11.0' });
    standIn.clock.advance(60_000);
    standIn.plan('/index.asp', fault);
    expect(await failureOf(acmp.send(session, submission, prepared))).toBe('unknown');
    const intent = { submission, watermark: prepared.watermark, sentAtMs: standIn.clock.nowMs() };
    expect(await acmp.findRuns(session, intent)).toEqual([
      { runId: `${standIn.book.runs[4]?.id}`, sentAtMs: null, hasSameSource: true },
    ]);
    expect(requests('POST', UPLOAD)).toBe(1);
  });

  test('that was swallowed is unknown, since its row may be late', async () => {
    await sent();
    expect(await lost({ kind: 'delay', ms: 0 })).toEqual([]);
    expect(standIn.book.runs.length).toBe(1);
  });

  test('whose row is late is found later', async () => {
    await restart({ rowDelayMs: 30_000 });
    const session = open();
    const prepared = await acmp.prepare(session, solution());
    expect(await failureOf(acmp.send(session, solution(), prepared))).toBe('unknown');
    standIn.clock.advance(30_000);
    const found = await acmp.findRuns(session, { submission: solution(), watermark: null, sentAtMs: 0 });
    expect(found).toMatchObject([{ hasSameSource: true }]);
    expect(requests('POST', UPLOAD)).toBe(1);
  });

  test('whose row is late is not sent again because the session has ended since', async () => {
    await restart({ rowDelayMs: 30_000 });
    const session = open();
    const prepared = await acmp.prepare(session, solution());
    const change = (body: string) => {
      standIn.forgetSessions();
      return body;
    };
    standIn.plan('/index.asp', { kind: 'change', change });
    expect(await failureOf(acmp.send(session, solution(), prepared))).toBe('unknown');
    standIn.clock.advance(30_000);
    const intent = { submission: solution(), ...prepared, sentAtMs: standIn.clock.nowMs() };
    expect(await acmp.findRuns(session, intent)).toMatchObject([{ hasSameSource: true }]);
  });

  test('after a lost session is sent after one sign-in', async () => {
    const session = open();
    await acmp.listLanguages(session, '1');
    standIn.forgetSessions();
    await sent(solution(), session);
    expect([requests('POST', 'main=enter'), requests('POST', UPLOAD)]).toEqual([2, 1]);
  });

  test('whose list cannot be read afterwards is unknown', async () => {
    const session = open();
    const prepared = await acmp.prepare(session, solution());
    standIn.plan('/index.asp', { kind: 'delay', ms: 0 });
    standIn.plan('/index.asp', { kind: 'answerInstead', reply: { body: '<title>acmp 2.0</title>' } });
    expect(await failureOf(acmp.send(session, solution(), prepared))).toBe('unknown');
  });

  test('is not taken for one of another task', async () => {
    const session = open();
    const prepared = await acmp.prepare(session, solution());
    standIn.plan('/index.asp', { kind: 'delay', ms: 0 });
    const change = (body: string) => body.replaceAll('id_task=1', 'id_task=2').replaceAll('>0001<', '>0002<');
    standIn.plan('/index.asp', { kind: 'change', change }, 3);
    expect(await failureOf(acmp.send(session, solution(), prepared))).toBe('unknown');
  });

  test('is found beyond the first page', async () => {
    const { runId } = await sent();
    for (let left = 45; left > 0; left -= 1) {
      standIn.book.add({ authorId: AUTHOR, problem: '1', language: 'MinGW GNU C++ 13.1.0', source: 'x' });
    }
    const found = await acmp.findRuns(open(), { submission: solution(), watermark: '1', sentAtMs: 0 });
    expect([found.length, found[0]?.runId]).toEqual([46, runId]);
  });

  test('equal to an earlier one is a run of its own', async () => {
    const first = await sent();
    standIn.clock.advance(45_000);
    expect((await sent()).runId).not.toBe(first.runId);
  });

  test('that cannot be sent is refused before it is sent', async () => {
    expect(await failureOf(sent(solution('x', { foreignId: '999' })))).toBe('refused');
    expect(await failureOf(sent(solution(), open({ login, password: 'sun' })))).toBe('signedOut');
    expect(requests('POST', 'main=update')).toBe(0);
  });
});

describe('polling', () => {
  test('goes on without a sign-in for an account that was looked at', async () => {
    const { runId } = await sent();
    const session = { ...open({ login, password: 'changed' }), authorId: AUTHOR };
    expect(await acmp.poll(session, [{ runId: runId ?? '', foreignId: '1' }])).toMatchObject([{ runId }]);
    expect(requests('POST', 'main=enter')).toBe(1);
  });

  test('posts a wrong password once', async () => {
    const { runId } = await sent();
    const session = open({ login, password: 'changed' });
    const signIns = requests('POST', 'main=enter');
    for (let poll = 0; poll < 3; poll += 1)
      expect(await failureOf(acmp.poll(session, [{ runId: runId ?? '', foreignId: '1' }]))).toBe('signedOut');
    expect(requests('POST', 'main=enter') - signIns).toBe(1);
  });

  test('finds a run that others pushed to the next page', async () => {
    const { runId } = await sent();
    for (let left = 20; left > 0; left -= 1) {
      standIn.book.add({ authorId: AUTHOR, problem: '2', language: 'Python 3.11.0', source: 'x' });
    }
    expect((await stateOf(runId)).runId).toBe(runId);
  });

  test('of a list that shows others is refused', async () => {
    const session = open();
    const { runId } = await sent(solution(), session);
    standIn.plan('/index.asp', { kind: 'change', change: (body) => body.replaceAll(`id=${AUTHOR}`, 'id=7') });
    expect(await failureOf(acmp.poll(session, [{ runId: runId ?? '', foreignId: '1' }]))).toBe('drift');
  });
});

describe('a compilation log', () => {
  test('is read in its charset, without control characters', async () => {
    const { runId } = await sent(solution('// judge: CE'));
    const run = { runId: runId ?? '', foreignId: '1' };
    expect(await acmp.readCompilationLog(open(), run)).toBe('error: нет луны');
  });

  test('is bounded, and null where there is none', async () => {
    const { runId } = await sent(solution('// judge: CE log: 100000'));
    const log = await acmp.readCompilationLog(open(), { runId: runId ?? '', foreignId: '1' });
    expect(log?.length).toBe(65_536);
    expect(await acmp.readCompilationLog(open(), { runId: '1', foreignId: '1' })).toBeNull();
  });
});

test('an account is known by its number, and a wrong password is found out', async () => {
  expect(await acmp.checkAccount(open())).toEqual({ name: login, authorId: AUTHOR });
  expect(await failureOf(acmp.checkAccount(open({ login, password: 'sun' })))).toBe('signedOut');
});
