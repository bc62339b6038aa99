import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportAccepted, ImportView } from '@balloon/contracts/package-import.ts';
import { LANGUAGES } from '@balloon/domain/languages.ts';
import { descendants } from '@balloon/judge/sandbox/host-state.ts';
import { ZipFile } from 'yazl';
import type { BenchSite } from '#bench-site.ts';
import { forgetPeak, readPeakMb } from '#process-peak.ts';
import { listenForVerdicts } from '#verdicts.ts';

export interface HugeTestRow {
  what: string;
  tookMs?: number;
  secondsPerGb?: number;
  /** Peak memory of the process during all of it. */
  peakMb?: number;
}

const GB = 1024 ** 3;
const BLOCK_BYTES = 64 * 1024 ** 2;
/** Largest pause in ms between two looks at the import. */
const LOOK_EVERY_MS = 250;

const READ = `#include <cstdio>
static char room[1 << 20];
int main() {
  unsigned long long lines = 0;
  for (size_t n; (n = fread(room, 1, sizeof room, stdin)) > 0;)
    for (size_t at = 0; at < n; at++) lines += room[at] == '\\n';
`;
const SOLUTION = `${READ}  printf("%llu\\n", lines);\n}\n`;
const VALIDATOR = `${READ}  return lines > 0 ? 42 : 43;\n}\n`;

/**
 * Measures a package with a test of gigabytes from its upload to the verdict of a solution: the whole way that such a
 * test takes, and the memory of the processes on it. Needs five times its size of disk.
 */
export async function benchHugeTest(site: BenchSite, gigabytes: number): Promise<HugeTestRow[]> {
  const { url, crew, database } = site;
  const judge = site.startedJudge();
  const watched = { web: [site.webPid], judge: [judge.pid], helpers: descendants(judge.pid).map(Number) };
  for (const pid of Object.values(watched).flat()) forgetPeak(pid);
  const rows: HugeTestRow[] = [];
  const note = (what: string, tookMs: number) => {
    rows.push({ what, tookMs, secondsPerGb: tookMs / 1000 / gigabytes });
    process.stderr.write(`${what}: ${(tookMs / 1000).toFixed(1)} s\n`);
  };

  const sentAtMs = performance.now();
  const importId = await upload(`${url}/api/admin/problems/import`, crew.admin.token, packageOf(gigabytes));
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

/** A package whose one test has so many gigabytes, as an archive that nothing holds whole. */
function packageOf(gigabytes: number): Readable {
  const block = blockOfNumbers();
  const lines = block.filter((byte) => byte === 10).length;
  const blocks = Math.round((gigabytes * GB) / BLOCK_BYTES);
  const texts = {
    'problem.yaml': 'name: Huge\nlimits:\n  memory: 256\n',
    '.timelimit': '120\n',
    'problem_statement/problem.en.tex': '\\problemname{Huge}\nCount the lines.\n',
    'input_validators/lines.cpp': VALIDATOR,
    'submissions/accepted/lines.cpp': SOLUTION,
    'data/secret/1.ans': `${lines * blocks}\n`,
  };
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(texts)) zip.addBuffer(Buffer.from(text), name);
  function* content() {
    for (let number = 0; number < blocks; number += 1) yield block;
  }
  zip.addReadStream(Readable.from(content(), { objectMode: false }), 'data/secret/1.in', {
    compress: false,
  });
  zip.end();
  return Readable.from(zip.outputStream as unknown as AsyncIterable<Buffer>);
}

/** Numbers of many digits, which the database cannot pack much better than those of real tests. */
function blockOfNumbers(): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  let state = randomInt(2 ** 31);
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    block[at] = at % 10 === 9 ? 10 : 48 + ((state >>> 16) % 10);
  }
  block[BLOCK_BYTES - 1] = 10;
  return block;
}
