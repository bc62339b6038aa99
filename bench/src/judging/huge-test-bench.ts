import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportAccepted, ImportView } from '@balloon/contracts/judging/package-import.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { descendants } from '@balloon/judge/sandbox/host-state.ts';
import { blockOfNumbers, hugePackage, SOLUTION } from '#judging/huge-package.ts';
import { listenForVerdicts } from '#judging/verdicts.ts';
import type { BenchSite } from '#processes/bench-site.ts';
import { cpuMs } from '#processes/process-costs.ts';
import { forgetPeak, readPeakMb } from '#processes/process-peak.ts';

export interface HugeTestRow {
  what: string;
  tookMs?: number;
  secondsPerGb?: number;
  /** Processor time of the site in seconds: of web, database and judge. */
  web?: number;
  database?: number;
  judge?: number;
  /** Peak memory of the process during all of it. */
  peakMb?: number;
}

/** Largest pause in ms between two looks at the import. */
const LOOK_EVERY_MS = 250;
/** Blocks that are copied and hashed by hand: a GB, to compare with. */
const BLOCKS_BY_HAND = 16;

/**
 * Measures a package with tests of gigabytes from its upload to the verdict of a solution: the whole way that such a
 * test takes, and processor time and memory of the processes on it. Needs five times their size of disk.
 */
export async function benchHugeTest(
  site: BenchSite,
  gigabytes: number,
  tests = 1,
  isPacked = false,
): Promise<HugeTestRow[]> {
  const { url, crew, database } = site;
  const judge = site.startedJudge();
  const watched = { web: [site.webPid], judge: [judge.pid], helpers: descendants(judge.pid).map(Number) };
  for (const pid of Object.values(watched).flat()) forgetPeak(pid);
  const rows: HugeTestRow[] = [];
  let spent = spentBy(site);
  const note = (what: string, tookMs: number) => {
    const [before, now] = [spent, spentBy(site)];
    spent = now;
    const part = (of: keyof typeof now) => Math.round(now[of] - before[of]);
    const processor = { web: part('web'), database: part('database'), judge: part('judge') };
    rows.push({ what, tookMs, secondsPerGb: tookMs / 1000 / gigabytes, ...processor });
    process.stderr.write(`${what}: ${(tookMs / 1000).toFixed(1)} s ${JSON.stringify(processor)}\n`);
  };
  for (const [what, tookMs] of await copyByHand()) rows.push({ what, tookMs, secondsPerGb: tookMs / 1000 });

  const sentAtMs = performance.now();
  const importId = await upload(
    `${url}/api/admin/problems/import`,
    crew.admin.token,
    hugePackage(gigabytes, tests, isPacked),
  );
  note('upload of the package and storing it', performance.now() - sentAtMs);
  const problemId = await followImport(site, importId, note);

  await database.db
    .updateTable('contestProblem')
    .set({ problemId })
    .where('contestId', '=', crew.contestId)
    .where('position', '=', (positions) =>
      positions
        .selectFrom('contestProblem')
        .select(({ fn }) => fn.min('position').as('first'))
        .where('contestId', '=', crew.contestId),
    )
    .execute();
  using verdicts = await listenForVerdicts(url, crew);
  const [first] = crew.participants;
  if (!first) throw new Error('The sample contest has no participants');
  for (const what of [
    'a solution: compiled, the test fetched, run, checked',
    'another one, run and checked',
  ]) {
    const startedMs = performance.now();
    const solution = `${SOLUTION}// ${what}\n`;
    await verdicts.sendAndWait(first, { languageId: LANGUAGES.cpp20.id, solution });
    note(what, performance.now() - startedMs);
  }
  for (const [what, pids] of Object.entries(watched)) {
    const living = pids.filter((pid) => existsSync(`/proc/${pid}/status`));
    rows.push({ what: `memory of ${what}`, peakMb: Math.max(...living.map(readPeakMb)) });
  }
  return rows;
}

/** Processor time in seconds so far of the parts of the site, with that of their children that ended. */
function spentBy(site: BenchSite) {
  const treeOf = (pid: number) => [pid, ...descendants(pid).map(Number)];
  const [web, judge] = [treeOf(site.webPid), treeOf(site.startedJudge().pid)];
  const others = descendants(process.pid).map(Number);
  const database = others.filter((pid) => !web.includes(pid) && !judge.includes(pid));
  return { web: cpuMs(web) / 1000, judge: cpuMs(judge) / 1000, database: cpuMs(database) / 1000 };
}

/** Copies and hashes a GB with the system's own programs: what the disk and the processor take at the least. */
async function copyByHand(): Promise<[string, number][]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'balloon-by-hand-'));
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
  try {
    const file = await open(from, 'w');
    const block = blockOfNumbers();
    for (let number = 0; number < BLOCKS_BY_HAND; number += 1) await file.write(block);
    await file.close();
    const timed = (what: string, program: string, ...args: string[]): [string, number] => {
      const startedMs = performance.now();
      execFileSync(program, args);
      return [what, performance.now() - startedMs];
    };
    return [timed('a GB by cp', 'cp', from, to), timed('a GB by sha256sum', 'sha256sum', to)];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Notes how long each step of the import takes. @returns the problem's id */
async function followImport(
  { url, crew }: BenchSite,
  importId: number,
  note: (what: string, tookMs: number) => void,
): Promise<number> {
  let step = 'queued';
  let beganMs = performance.now();
  for (;;) {
    const view = await crew.admin.get(url, `/api/admin/problems/imports/${importId}`, ImportView);
    const now = view.finishedAtMs === null ? (view.progress?.step ?? 'fetching the archive') : 'end';
    if (now !== step) {
      note(`import: ${step}`, performance.now() - beganMs);
      [step, beganMs] = [now, performance.now()];
    }
    if (now === 'end' && view.problemId !== null && view.state === 'done') return view.problemId;
    if (now === 'end') throw new Error(`The import ended as ${view.state}: ${view.message}`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Sends a form with a zip file that is made while it is sent. */
async function upload(address: string, token: string, zip: Readable): Promise<number> {
  const boundary = 'huge-test';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="huge.zip"\r\n\r\n`;
  const sending = request(address, {
    method: 'POST',
    headers: { 'x-token': token, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<string>((resolve, reject) => {
    sending.on('error', reject).on('response', async (response) => {
      const text = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>)).toString();
      if (response.statusCode === 202) resolve(text);
      else reject(new Error(`The upload was refused: ${response.statusCode} ${text}`));
    });
  });
  async function* form() {
    yield Buffer.from(head);
    yield* zip;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  await pipeline(Readable.from(form()), sending);
  return ImportAccepted.parse(JSON.parse(await answered)).importId;
}
