import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  OwnPrinting,
  PrintPages,
  PrintQueue,
  type PrintRules,
  type PrintState,
} from '@balloon/contracts/hall/printing.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import { PAGE_ROWS } from '@balloon/domain/text/print-pages.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DIVIDING } from '#features/printing/send-print.ts';
import { inTurn } from '#limits/in-turn.ts';
import { textsOfPdf } from '#testing/pdf-text.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let jury: Person;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  jury = await server.given.admin();
  folder = await mkdtemp(path.join(tmpdir(), 'balloon-printer-'));
});
afterEach(() => {
  Object.assign(server.services.options, { printQueue: null, printCommand: 'lp', printFormat: 'pdf' });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const OPEN: PrintRules = { isOpen: true, maxPages: 2, jobsPerMinute: 2, printsAfterEnd: false };
const ownPath = ({ id }: { id: number }) => `/api/contest/${id}/prints`;
const juryPath = ({ id }: { id: number }) => `/api/admin/contests/${id}/prints`;
const lines = (number: number) => Array.from({ length: number }, (_, index) => `строка ${index}`).join('\n');

async function givenPrinting(rules: Partial<PrintRules> = {}, options = {}) {
  const contest = await server.given.contest({ name: 'Кубок', ...options });
  await jury.post(juryPath(contest), { ...OPEN, ...rules });
  return { contest, anna: await server.given.participant(contest) };
}
const print = (who: Person, contest: GivenContest, text = 'int main() {}', title = 'A') =>
  who.post(ownPath(contest), { title, text });
const queueOf = async (contest: GivenContest) => (await jury.get(juryPath(contest))).as(PrintQueue);
const statesOf = async (contest: GivenContest) => (await queueOf(contest)).jobs.map(({ state }) => state);
const codeOf = (reply: { status: number; json: { error?: { code?: unknown } | undefined } }) => [
  reply.status,
  reply.json.error?.code,
];
async function lastJob(contest: GivenContest): Promise<string> {
  const [job] = (await queueOf(contest)).jobs;
  return `${juryPath(contest)}/${job?.id}`;
}

/** Stands in for CUPS: a program that notes its arguments and what it is given. */
async function standInPrinter(ending: string): Promise<void> {
  const program = path.join(folder, 'lp');
  const script = ['#!/bin/sh', `printf '%s|' "$@" > ${folder}/arguments`, `cat > ${folder}/text`, ending];
  await writeFile(program, script.join('\n'));
  await chmod(program, 0o755);
  Object.assign(server.services.options, { printQueue: 'hall', printCommand: program });
}

/** Lets the time of a job's hand-over be over since so many seconds, as a process leaves it that was killed. */
async function leaveBehind(contest: GivenContest, state: PrintState, sinceSec = 1): Promise<void> {
  const handedUntilMs = sql<number>`${NOW_MS} - ${sinceSec * 1000}::bigint`;
  const { db } = server.services;
  await db
    .updateTable('printJob')
    .set({ state, handedUntilMs })
    .where('contestId', '=', contest.id)
    .execute();
}

/** Waits for what is known of the printer: a busy machine may not run a program in time, and then it is asked again. */
const isPrinter = (contest: GivenContest, expected: object) =>
  expect.poll(async () => (await queueOf(contest)).printer).toMatchObject(expected);

/** Stands in for the status of CUPS, in a folder of its own, since answers of a program stand for some seconds. */
async function standInStatus(script: string, name: string): Promise<void> {
  const place = await mkdtemp(path.join(folder, `${name}-`));
  for (const [program, text] of [
    ['lp', 'exit 0'],
    ['lpstat', script],
  ] as const) {
    await writeFile(path.join(place, program), `#!/bin/sh\n${text}\n`);
    await chmod(path.join(place, program), 0o755);
  }
  Object.assign(server.services.options, { printQueue: 'hall', printCommand: path.join(place, 'lp') });
}

describe('a participant', () => {
  test('has one text divided into pages at a time, while others print', async () => {
    const { contest, anna } = await givenPrinting();
    const boris = await server.given.participant(contest);
    const turn = Promise.withResolvers<void>();
    const held = inTurn(DIVIDING, { ...anna.user, groupIds: [] }, () => turn.promise);
    let isAnswered = false;
    const sent = print(anna, contest).finally(() => {
      isAnswered = true;
    });
    for (const _ of [1, 2]) expect((await print(boris, contest)).status).toBe(200);
    expect(isAnswered).toBe(false);
    turn.resolve();
    await held;
    expect((await sent).status).toBe(200);
  });

  test('prints as many pages, and as often, as the organisers allow', async () => {
    const { contest, anna } = await givenPrinting();
    const tooLong = await print(anna, contest, lines(2 * PAGE_ROWS + 1));
    expect(codeOf(tooLong)).toEqual([413, 'TOO_MANY_PAGES']);
    expect(tooLong.json.error?.restParams).toMatchObject({ pages: 3, max: 2 });
    expect((await print(anna, contest, lines(2 * PAGE_ROWS))).status).toBe(200);
    expect((await print(anna, contest)).status).toBe(200);
    expect(codeOf(await print(anna, contest))).toEqual([429, 'PRINTING_TOO_FAST']);
    const own = (await anna.get(ownPath(contest))).as(OwnPrinting);
    expect(own).toMatchObject({ isOpenNow: true, jobs: [{ pages: 1 }, { pages: 2, state: 'waiting' }] });
  });

  test('sends a text once under one key, whatever became of the answer', async () => {
    const { contest, anna } = await givenPrinting({ jobsPerMinute: 1 });
    const send = (text: string) =>
      anna.post(ownPath(contest), { title: 'A', text, idempotencyKey: 'key of a print' });
    const replies = await Promise.all([send('x'), send('x')]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await send('x')).status).toBe(200);
    expect(codeOf(await send('y'))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await statesOf(contest)).toEqual(['waiting']);
  });

  test('names a problem of the contest, and no other', async () => {
    const { contest, anna } = await givenPrinting();
    const send = (symbolIndex: string) => anna.post(ownPath(contest), { title: '', text: 'x', symbolIndex });
    expect(codeOf(await send('Z'))).toEqual([404, 'PROBLEM_NOT_FOUND']);
    expect((await send('a')).status).toBe(200);
    expect((await jury.get(await lastJob(contest))).as(PrintPages).problemIndex).toBe('A');
  });

  test('has pages with contest time by their own clock, without what was cut out', async () => {
    const { contest, anna } = await givenPrinting({}, { startsInMin: -60 });
    const { db } = server.services;
    const at = (minute: number) => contest.startTimeMs + minute * 60_000;
    const removedIntervals = JSON.stringify([{ id: 1, fromMs: at(40), toMs: at(50), isEndMoved: false }]);
    await db.updateTable('contest').set({ removedIntervals }).where('id', '=', contest.id).execute();
    await db
      .updateTable('contestParticipant')
      .set({ startShiftMs: 30 * 60_000 })
      .where('contestId', '=', contest.id)
      .execute();
    expect((await print(anna, contest)).status).toBe(200);
    const page = (await jury.get(await lastJob(contest))).as(PrintPages);
    expect(page.sentAtMs - page.contestTimeMs).toBe(at(40));
  });

  test('cannot send more at once than one after the other', async () => {
    const { contest, anna } = await givenPrinting({ jobsPerMinute: 1 });
    const replies = await Promise.all([1, 2, 3].map(() => print(anna, contest)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  });

  test('prints only where and while it is open', async () => {
    const closed = await givenPrinting({ isOpen: false });
    expect(codeOf(await print(closed.anna, closed.contest))).toEqual([403, 'PRINTING_CLOSED']);
    const over = { startsInMin: -120, durationMin: 60, practiceMin: 600 };
    const ended = await givenPrinting({}, over);
    expect(codeOf(await print(ended.anna, ended.contest))).toEqual([403, 'PRINTING_CLOSED']);
    const practice = await givenPrinting({ printsAfterEnd: true }, over);
    expect((await print(practice.anna, practice.contest)).status).toBe(200);
  });

  test('takes an own job back that nobody has begun, and no other', async () => {
    const { contest, anna } = await givenPrinting();
    await print(anna, contest);
    const [job] = (await anna.get(ownPath(contest))).as(OwnPrinting).jobs;
    const own = `${ownPath(contest)}/${job?.id}`;
    const bert = await server.given.participant(contest);
    expect(codeOf(await bert.send('DELETE', own, {}))).toEqual([404, 'PRINT_JOB_NOT_FOUND']);
    expect((await anna.send('DELETE', own, {})).status).toBe(200);
    expect(await statesOf(contest)).toEqual(['cancelled']);
    expect((await anna.send('DELETE', own, {})).status).toBe(404);
    expect((await bert.get(ownPath(contest))).as(OwnPrinting).jobs).toEqual([]);
  });
});

describe('an organiser', () => {
  test('finds every job that waits, however many came after it', async () => {
    const { contest, anna } = await givenPrinting();
    await print(anna, contest, 'x', 'first');
    const job = { contestId: contest.id, accountId: anna.user.id, title: 'x', content: 'x', pages: 1 };
    const times = { sentAtMs: 1, changedAtMs: 1, state: 'printed' as const };
    const { db } = server.services;
    await db
      .insertInto('printJob')
      .values(Array.from({ length: 310 }, () => ({ ...job, ...times })))
      .execute();
    const { jobs } = await queueOf(contest);
    expect([jobs.length, jobs.at(-1)?.title]).toEqual([301, 'first']);
  });

  test('reads the pages with what their head tells, and notes what happened', async () => {
    const { contest, anna } = await givenPrinting();
    await print(anna, contest, 'привет\tмир');
    const job = await lastJob(contest);
    expect((await jury.get(job)).as(PrintPages)).toMatchObject({
      ...{ contestName: 'Кубок', name: `First ${anna.user.username}`, problemIndex: null },
      ...{ seat: null, organization: null, paper: 'a4', pages: [[{ number: 1, text: 'привет  мир' }]] },
    });
    expect((await jury.post(job, { action: 'start' })).status).toBe(200);
    expect(codeOf(await jury.post(job, { action: 'start' }))).toEqual([409, 'PRINT_JOB_MOVED']);
    expect((await jury.post(job, { action: 'done' })).status).toBe(200);
    expect(await statesOf(contest)).toEqual(['printed']);
    expect(codeOf(await jury.post(job, { action: 'send' }))).toEqual([409, 'NO_PRINTER']);
  });

  test('takes several jobs as one PDF in the order of choice', async () => {
    const { contest, anna } = await givenPrinting();
    await anna.post(ownPath(contest), { title: 'a.cpp', text: lines(PAGE_ROWS + 1), symbolIndex: 'a' });
    await print(anna, contest, 'int второй;', 'b.cpp');
    const [second, first] = (await queueOf(contest)).jobs.map(({ id }) => id);
    const reply = await jury.get(`${juryPath(contest)}.pdf?jobs=${first},${second},${first}`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(reply.text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(3);
    const missing = await jury.get(`${juryPath(contest)}.pdf?jobs=${first},2000000000`);
    expect(codeOf(missing)).toEqual([404, 'PRINT_JOB_NOT_FOUND']);
    const ids = Array.from({ length: 51 }, (_, index) => index + 1).join(',');
    expect(codeOf(await jury.get(`${juryPath(contest)}.pdf?jobs=${ids}`))).toEqual([400, 'TOO_MANY_PRINTS']);
    expect((await jury.get(`${juryPath(contest)}.pdf`)).status).toBe(400);
  });

  test('of another contest finds no job, and a participant no queue', async () => {
    const { contest, anna } = await givenPrinting();
    const other = await givenPrinting();
    await print(anna, contest);
    const foreign = (await lastJob(contest)).replace(juryPath(contest), juryPath(other.contest));
    expect(codeOf(await jury.get(foreign))).toEqual([404, 'PRINT_JOB_NOT_FOUND']);
    const foreignPdf = foreign.replace(/\/(\d+)$/, '.pdf?jobs=$1');
    expect(codeOf(await jury.get(foreignPdf))).toEqual([404, 'PRINT_JOB_NOT_FOUND']);
    expect((await anna.get(juryPath(contest))).status).toBe(403);
    expect((await anna.get(`${juryPath(contest)}.pdf?jobs=1`)).status).toBe(403);
  });
});

describe('the printer of the site', () => {
  test('gets each job at once as a PDF on the paper of the site', async () => {
    const { contest, anna } = await givenPrinting();
    await standInPrinter('exit 0');
    await anna.post(ownPath(contest), { title: 'main.cpp', text: 'int ёж;', symbolIndex: 'A' });
    await expect.poll(() => statesOf(contest)).toEqual(['printed']);
    expect(await readFile(path.join(folder, 'arguments'), 'utf8')).toMatch(/\|-o\|media=a4\|$/);
    const [page = []] = textsOfPdf(await readFile(path.join(folder, 'text')));
    expect(page).toEqual(expect.arrayContaining(['1 / 1', 'Кубок', 'A · main.cpp', 'int ёж;']));
  });

  test('that takes text alone gets pages with heads, and no shell reads a word of it', async () => {
    const { contest, anna } = await givenPrinting();
    await standInPrinter('exit 0');
    server.services.options.printFormat = 'text';
    await print(anna, contest, lines(PAGE_ROWS + 1), '$(reboot); -d other');
    await expect.poll(() => statesOf(contest)).toEqual(['printed']);
    const given = await readFile(path.join(folder, 'arguments'), 'utf8');
    expect(given).toMatch(/^-d\|hall\|-t\|balloon-\d+\|/);
    const pages = (await readFile(path.join(folder, 'text'), 'utf8')).split('\f');
    expect(pages).toHaveLength(2);
    expect(pages[1]).toContain('[2/2]');
    expect(pages[0]).toContain('Кубок\n$(reboot); -d other');
  });

  test('that fails says why, and an organiser sends the job again', async () => {
    const { contest, anna } = await givenPrinting();
    await standInPrinter('echo "lp: the printer is on fire" >&2; exit 1');
    await print(anna, contest);
    await expect.poll(() => statesOf(contest)).toEqual(['failed']);
    expect((await queueOf(contest)).jobs).toMatchObject([{ failure: 'lp: the printer is on fire' }]);
    await standInPrinter('exit 0');
    expect((await jury.post(await lastJob(contest), { action: 'send' })).status).toBe(200);
    expect((await queueOf(contest)).jobs).toMatchObject([{ state: 'printed', failure: null }]);
  });

  test.each([
    ['hall is idle.  enabled since Tue', 'works'],
    ['hall disabled since Tue -\n\tPaused', 'stopped'],
  ])('that says “%s” %s, and organisers see how many jobs wait for it', async (said, kind) => {
    const { contest } = await givenPrinting();
    await standInPrinter('exit 0');
    const answers = `case $1 in -p) echo 'printer ${said}';; -a) echo 'hall accepting requests';; -o) echo 'hall-7 root';; esac`;
    await standInStatus(`[ "$2" = hall ] || exit 1\n${answers}`, kind);
    const words = kind === 'works' ? '' : 'printer hall disabled since Tue -\n\tPaused';
    await isPrinter(contest, { kind, waiting: 1, words });
  });

  test('that takes no jobs, or that nobody knows, is shown as such before anything is printed', async () => {
    const { contest } = await givenPrinting();
    await standInPrinter('exit 0');
    await standInStatus(
      "case $1 in -p) echo 'printer hall is idle.';; -a) echo 'hall not accepting requests';; esac",
      'refuses',
    );
    await isPrinter(contest, { kind: 'refuses', waiting: 0 });
    await standInStatus(`echo 'lpstat: Invalid destination name in list "hall".' >&2; exit 1`, 'unknown');
    await isPrinter(contest, { kind: 'unknown' });
    Object.assign(server.services.options, { printCommand: '/usr/local/bin/our-printer' });
    expect((await queueOf(contest)).printer).toBeNull();
  });

  test('whose program is missing fails too', async () => {
    const { contest, anna } = await givenPrinting();
    Object.assign(server.services.options, { printQueue: 'hall', printCommand: `${folder}/none` });
    await print(anna, contest);
    await expect.poll(() => statesOf(contest)).toEqual(['failed']);
  });
});

describe('a job that a process has left', () => {
  test('before it took it is printed once by another one, and never by itself after a failure', async () => {
    const { contest, anna } = await givenPrinting();
    await print(anna, contest);
    await standInPrinter(`echo once >> ${folder}/times; exit 1`);
    const second = await startTestServer({
      databaseUrl: server.databaseUrl,
      ...{ printQueue: 'hall', printCommand: path.join(folder, 'lp') },
    });
    await leaveBehind(contest, 'waiting');
    const takeLeftJobs = () =>
      Promise.all([server, second].map(({ services }) => services.printing.takeLeftJobs()));
    await takeLeftJobs();
    await expect.poll(() => statesOf(contest)).toEqual(['failed']);
    await takeLeftJobs();
    await second.close();
    expect(await readFile(path.join(folder, 'times'), 'utf8')).toBe('once\n');
  });

  test('while it handed it over may have come out: it fails, until an organiser sends it again', async () => {
    const { contest, anna } = await givenPrinting();
    await print(anna, contest);
    await standInPrinter('exit 0');
    await rm(path.join(folder, 'arguments'), { force: true });
    await leaveBehind(contest, 'printing');
    for (const _ of [1, 2]) await server.services.printing.takeLeftJobs();
    expect((await queueOf(contest)).jobs).toMatchObject([{ state: 'failed', failureCause: 'interrupted' }]);
    expect(existsSync(path.join(folder, 'arguments'))).toBe(false);
    expect((await jury.post(await lastJob(contest), { action: 'send' })).status).toBe(200);
    expect((await queueOf(contest)).jobs).toMatchObject([{ state: 'printed', failureCause: null }]);
  });

  test('is for people to see to when it is old, or when the site had no printer', async () => {
    const { contest, anna } = await givenPrinting();
    await print(anna, contest);
    await leaveBehind(contest, 'waiting', 7_200);
    const other = await givenPrinting();
    await print(other.anna, other.contest);
    await standInPrinter('exit 0');
    await server.services.printing.takeLeftJobs();
    for (const one of [contest, other.contest]) expect(await statesOf(one)).toEqual(['waiting']);
  });

  test('because it was closed fails at once', async () => {
    const { contest, anna } = await givenPrinting();
    await standInPrinter(`echo $$ > ${folder}/pid; exec sleep 1000`);
    const { printCommand } = server.services.options;
    server.services.options.printQueue = null;
    const second = await startTestServer({
      databaseUrl: server.databaseUrl,
      ...{ printQueue: 'hall', printCommand },
    });
    const boris = await second.given.participant(contest);
    expect((await print(boris, contest)).status).toBe(200);
    await expect.poll(() => existsSync(path.join(folder, 'pid'))).toBe(true);
    await second.close();
    expect((await queueOf(contest)).jobs).toMatchObject([{ state: 'failed', failureCause: 'interrupted' }]);
    expect((await print(anna, contest)).status).toBe(200);
  });

  test('whose pages it cannot read fails', async () => {
    const { contest, anna } = await givenPrinting();
    await standInPrinter('exit 0');
    const { options } = server.services;
    const { printPaper } = options;
    const throwAway = () => {
      throw new Error('the database is away');
    };
    Object.defineProperty(options, 'printPaper', { get: throwAway, configurable: true });
    await print(anna, contest);
    const failureOf = async () =>
      (
        await server.services.db
          .selectFrom('printJob')
          .select('failure')
          .where('contestId', '=', contest.id)
          .executeTakeFirst()
      )?.failure;
    await expect.poll(failureOf).toBe('the database is away');
    Object.defineProperty(options, 'printPaper', {
      value: printPaper,
      configurable: true,
      writable: true,
      enumerable: true,
    });
  });
});
