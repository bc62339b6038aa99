import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ImportState, ImportView } from '@balloon/contracts/judging/package-import.ts';
import { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import type { RunningJudge } from '@balloon/judge/main.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { type ZipEntry, zipBytes } from '@balloon/packages/testing/zip-bytes.ts';
import { startPlacing } from '@balloon/server/features/contest-import/place-problems.ts';
import { type Person, startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { breakCalls } from '#browser/break-calls.ts';
import { closePages, openPage, shareBrowser } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { startRealJudge } from '#sites/real-judge.ts';

/* A problem package end to end: upload, server, judge, sandbox, server, statement, submission. */

/** Timeout in ms; long, since compilers and a database share the cores with all other tests. */
const PATIENCE_MS = 480_000;
const WAIT = { timeout: PATIENCE_MS, interval: 100 };

let server: TestServer;
let admin: Person;
let workDir: string;
const judges: RunningJudge[] = [];

beforeAll(async () => {
  workDir = await mkdtemp(path.join(tmpdir(), 'balloon-import-'));
  server = await startTestServer({ leaseMs: 15_000, staticDir: await ensureFrontEnd() });
  admin = await server.given.admin();
  await judge('first');
}, PATIENCE_MS);
afterAll(async () => {
  await closeJudges();
  await closePages();
  await server?.close();
  await rm(workDir, { recursive: true, force: true });
});

async function judge(name: string): Promise<void> {
  judges.push(await startRealJudge(server.url, workDir, name));
}

async function closeJudges(): Promise<void> {
  for (const judge of judges.splice(0)) await judge.close();
}

const SUM = 'print(sum(map(int, input().split())))\n';
const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex');

function sumPackage(more: ZipEntry[] = []): Buffer {
  const files: Record<string, string | Buffer> = {
    'problem.yaml':
      'problem_format_version: 2023-07-draft\nname:\n  en: Sum\n  ru: Сумма\nlimits:\n  time_limit: 1.5\n',
    'statement/problem.en.md': 'Add the numbers. ![Numbers](numbers.png)\n',
    'statement/problem.ru.md': 'Сложите числа.\n',
    'statement/numbers.png': PICTURE,
    'data/sample/1.in': '1 2\n',
    'data/sample/1.ans': '3\n',
    'data/secret/2.in': '-5 5\n',
    'data/secret/2.ans': '0\n',
    'submissions/accepted/sum.py': SUM,
    'submissions/wrong_answer/three.py': 'print(3)\n',
    'submissions/time_limit_exceeded/idle.py': 'while True: pass\n',
  };
  return zipBytes([...Object.entries(files).map(([name, data]) => ({ name: `sum/${name}`, data })), ...more]);
}

/** Solutions that keep a judge at work for seconds. */
const IDLERS = ['idle-1.py', 'idle-2.py', 'idle-3.py', 'idle-4.py'];
const idler = (file: string): ZipEntry => ({
  name: `sum/submissions/time_limit_exceeded/${file}`,
  data: 'while True: pass\n',
});

async function upload(archive: Buffer): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(archive)]), 'sum.zip');
  const reply = await admin.post('/api/admin/problems/import', form);
  expect(reply.status).toBe(202);
  return Number(reply.json.importId);
}

const look = async (importId: number) =>
  (await admin.get(`/api/admin/problems/imports/${importId}`)).as(ImportView);

function becomes(importId: number, ...states: ImportState[]): Promise<ImportView> {
  return vi.waitUntil(async () => {
    const view = await look(importId);
    return states.includes(view.state) && view;
  }, WAIT);
}

test(
  'an uploaded package becomes a problem that judges, although its first judge closes in the middle',
  async () => {
    const importId = await upload(sumPackage(IDLERS.map(idler)));
    await vi.waitUntil(async () => (await look(importId)).progress?.step === 'solutions', WAIT);
    await closeJudges();
    expect((await look(importId)).state).toBe('queued');
    await judge('second');

    const { report, problemId, message } = await becomes(importId, 'done', 'refused', 'failed');

    expect([message, report?.findings.filter(({ level }) => level !== 'note')]).toEqual([null, []]);
    expect(report?.outcome).toBe('agrees');
    const got = report?.solutions.map(({ file, got }) => [path.basename(file), got]);
    expect(got?.sort()).toEqual([
      ...IDLERS.map((file) => [file, 'TL']),
      ['idle.py', 'TL'],
      ['sum.py', 'AC'],
      ['three.py', 'WA'],
    ]);

    const contest = await server.given.contest({ problems: [Number(problemId)] });
    const person = await server.given.participant(contest);
    const shown = (await person.get(`/api/problems/${problemId}?locale=en-us`)).as(ProblemPage);
    expect(shown).toMatchObject({
      title: 'Sum',
      timeLimitMs: 1500,
      samples: [{ input: '1 2\n', output: '3\n' }],
    });
    const address = /<img src="([^"]+)"/.exec(shown.htmlStatement)?.[1] ?? '';
    expect((await person.get(address)).headers.get('content-type')).toBe('image/png');
    const submitted = await person.submit(contest, { languageId: await python(), solution: SUM });
    expect(submitted.status).toBe(200);
    await vi.waitUntil(async () => (await verdictOf(Number(submitted.json.id))) === 1, WAIT);
  },
  PATIENCE_MS,
);

test.each([
  ['a path that climbs out', { name: '../../escaped', data: 'x' }],
  ['a bomb', { name: 'sum/data/secret/3.in', data: 'x', statedBytes: 4_000_000_000 }],
])(
  'an archive with %s fails with a report and leaves nothing',
  async (_what, entry) => {
    const before = await server.services.db.selectFrom('problem').select('id').execute();

    const { message, report } = await becomes(await upload(sumPackage([entry])), 'failed', 'done', 'refused');

    expect(report?.outcome).toBe('broken');
    expect(message).toBeTruthy();
    expect(await server.services.db.selectFrom('problem').select('id').execute()).toEqual(before);
  },
  PATIENCE_MS,
);

/** Package of a problem that copies its input, quickly checked. */
function copyPackage(name: string): Record<string, string> {
  return {
    [`${name}/problem.yaml`]: `problem_format_version: 2023-07-draft\nname:\n  en: ${name}\n`,
    [`${name}/statement/problem.en.md`]: 'Copy the number.\n',
    [`${name}/data/sample/1.in`]: '1\n',
    [`${name}/data/sample/1.ans`]: '1\n',
    [`${name}/submissions/accepted/copy.py`]: 'print(input())\n',
  };
}
const packed = (files: Record<string, string | Buffer>) =>
  zipBytes(Object.entries(files).map(([name, data]) => ({ name, data })));

test(
  'an admin drops archives in the browser, watches them become problems, and reads why one did not',
  async () => {
    const faults: string[] = [];
    const page = await openPage(await shareBrowser(), (fault) => faults.push(fault));
    await page.context().addCookies([{ name: 'balloon_session', value: admin.token, url: server.url }]);
    await page.goto(`${server.url}/admin/problems`);
    await page.getByRole('link', { name: t('adminProblems.tab.upload'), exact: true }).click();

    const set = packed({ ...copyPackage('Parrot'), 'more/Echo.zip': packed(copyPackage('Echo')) });
    const dropped = [
      { name: 'broken.zip', bytes: [...packed({ 'readme.txt': 'no problem here' })] },
      { name: 'set.zip', bytes: [...set] },
      { name: 'notes.txt', bytes: [...Buffer.from('no archive')] },
    ];
    await page.getByRole('region', { name: t('imports.zone') }).waitFor();
    await page.getByRole('radio', { name: t('imports.target.version') }).check();
    const wait = page.getByText(t('imports.target.chooseProblem'), { exact: true });
    await wait.waitFor();
    const files = await page.evaluateHandle((all) => {
      const data = new DataTransfer();
      for (const { name, bytes } of all) data.items.add(new File([new Uint8Array(bytes)], name));
      return data;
    }, dropped);
    const drop = () =>
      page.getByRole('region', { name: t('imports.zone') }).dispatchEvent('drop', { dataTransfer: files });
    await drop();
    await expect.poll(() => wait.count()).toBe(2); // at the field and as the answer to the drop
    await page.getByRole('radio', { name: t('imports.target.auto') }).check();
    await drop();

    await page.getByRole('alert').getByText(t('errors.NOT_A_ZIP')).waitFor();
    const recent = page.getByRole('region', { name: t('imports.recent') });
    const row = (name: string) => recent.getByRole('listitem').filter({ hasText: name });
    await row('set.zip').first().waitFor();
    await page.reload(); // what has arrived goes on without the page
    const ends = (name: string, state: string) =>
      row(name)
        .getByText(t(`imports.state.${state}`), { exact: true })
        .waitFor({ timeout: PATIENCE_MS });
    await ends('broken.zip', 'failed');
    await ends('Parrot in set.zip', 'done');
    await ends('more/Echo.zip in set.zip', 'done');
    await row('broken.zip')
      .getByRole('button', { name: t('imports.reportOf', { name: 'broken.zip' }) })
      .click();
    await row('broken.zip').getByText('it has neither problem.xml').last().waitFor();

    await page.getByRole('link', { name: t('adminProblems.tab.list'), exact: true }).click();
    await page.getByRole('searchbox').fill('Parrot');
    await page.waitForURL(/query=Parrot/);
    await page.getByRole('row').filter({ hasText: 'Parrot' }).waitFor();
    await page.getByRole('button', { name: t('adminProblems.view', { title: 'Parrot' }) }).click();
    await page.getByRole('dialog').getByText('Copy the number.').waitFor();
    expect(faults).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'an admin drops a whole contest over a line that breaks, sees what it would become, and its problems enter the contest',
  async () => {
    const stopPlacing = startPlacing(server.services);
    const faults: string[] = [];
    const page = await openPage(await shareBrowser(), (fault) => faults.push(fault));
    await page.context().addCookies([{ name: 'balloon_session', value: admin.token, url: server.url }]);
    await page.goto(`${server.url}/admin/contests`);
    await page.getByRole('link', { name: t('contestImport.button') }).click();
    const contest = packed({
      'contest.json':
        '{"id":"cup","name":"Spring cup","start_time":"2040-05-01T10:00:00+03:00","duration":"5:00:00"}',
      'problems.json': '[{"id":"parakeet","label":"A","name":"Parakeet","rgb":"#1E88E5"}]',
      'groups.json': '[{"id":"g","name":"Students"}]',
      'teams.json': '[{"id":"7","name":"Seven Kings","group_ids":["g"]}]',
      'problems/parakeet/parakeet.zip': packed(copyPackage('Parakeet')),
    });
    const zone = page.getByRole('region', { name: t('contestImport.zone') });
    await zone.waitFor();
    const files = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'cup.zip'));
        return data;
      },
      [...contest],
    );
    const letThrough = await breakCalls(page, '*/api/admin/contests/import/uploads/*?offset=*');
    await zone.dispatchEvent('drop', { dataTransfer: files });
    await page.getByText(t('imports.interrupted')).waitFor();
    await page.getByRole('button', { name: t('imports.stopUpload', { name: 'cup.zip' }) }).click();
    const unfinished = page.getByRole('region', { name: t('imports.unfinished') });
    await unfinished.getByText('cup.zip').waitFor();
    expect(await unfinished.getByRole('link').count()).toBe(0);
    faults.splice(0); // the browser tells of connections that broke
    await letThrough();
    await zone.dispatchEvent('drop', { dataTransfer: files });

    await page.getByRole('heading', { name: 'Spring cup' }).waitFor();
    await page.goto(`${server.url}/admin/contests/import`); // after an interruption
    await page.getByRole('link', { name: t('imports.goOnWith', { name: 'cup.zip' }) }).click();
    await page.getByRole('heading', { name: 'Spring cup' }).waitFor();
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Seven Kings' }).waitFor();
    await page.getByRole('button', { name: t('contestImport.import'), exact: true }).click();
    await page.getByText('team-7').first().waitFor(); // its password, shown this once
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('button', { name: t('contestImport.toProblems') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('credentials.loseYes') })
      .click();
    const row = page.getByRole('listitem').filter({ hasText: 'Parakeet' });
    await row.getByText(t('imports.state.done'), { exact: true }).waitFor({ timeout: PATIENCE_MS });
    await page.getByRole('link', { name: t('contestImport.toForm') }).click();
    await page.getByRole('list').getByText('Parakeet').first().waitFor();
    stopPlacing();
    expect(asked.filter((url) => url.includes('/uploads/'))).toEqual([]); // the import has ended the upload
    expect(faults).toEqual([]);
  },
  PATIENCE_MS,
);

async function python(): Promise<number> {
  const { id } = await server.services.db
    .selectFrom('language')
    .select('id')
    .where('foreignLanguageId', '=', 'python3')
    .where('systemType', '=', 'balloon')
    .executeTakeFirstOrThrow();
  return id;
}

async function verdictOf(solutionId: number): Promise<number | null> {
  const { verdictId } = await server.services.db
    .selectFrom('solution')
    .select('verdictId')
    .where('id', '=', solutionId)
    .executeTakeFirstOrThrow();
  return verdictId;
}
