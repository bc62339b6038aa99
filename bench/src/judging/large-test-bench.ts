import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { replaceTests } from '#judging/bench-problem.ts';
import { listenForVerdicts } from '#judging/verdicts.ts';
import type { BenchSite } from '#processes/bench-site.ts';
import { forgetPeak, readPeakMb } from '#processes/process-peak.ts';
import { atMost, type Target } from '#report/target.ts';

export interface LargeTestRow extends Partial<Target> {
  what: string;
  tookMs?: number;
  /** Peak memory of the process during the measurement. */
  peakMb?: number;
}

const MB = 1024 ** 2;
const SIZE_MB = 100;
const MEMORY_TARGET_MB = 300;
const COPY = `#include <cstdio>
char room[1 << 16];
int main() { for (size_t n; (n = fread(room, 1, sizeof room, stdin)) > 0;) fwrite(room, 1, n, stdout); }
`;

/**
 * Measures a solution that copies a test of 100 MB which the judge does not have yet, so that it is fetched from the
 * database first.
 */
export async function benchLargeTest(site: BenchSite): Promise<LargeTestRow[]> {
  const { url, crew, database } = site;
  const content = Buffer.alloc(SIZE_MB * MB, `${Date.now()} 1234567 89\n`);
  const limits = { timeLimitMs: 10_000, memoryLimitKb: 262_144, outputLimitKb: 2 * SIZE_MB * 1024 };
  const test = { input: content, answer: content };
  await replaceTests(database, crew.contestId, { ...limits, checker: { kind: 'tokens' }, tests: [test] });
  const judge = site.startedJudge();
  using verdicts = await listenForVerdicts(url, crew);
  const [first] = crew.participants;
  if (!first) throw new Error('The sample contest has no participants');
  for (const pid of [site.webPid, judge.pid]) forgetPeak(pid);

  const send = (number: number) => {
    const job = { languageId: LANGUAGES.cpp20.id, solution: `${COPY}// ${number}\n` };
    return timed(() => verdicts.sendAndWait(first, job));
  };
  const firstMs = await send(1);
  const secondMs = await send(2);
  const peak = (what: string, pid: number): LargeTestRow => {
    const peakMb = readPeakMb(pid);
    return { what, peakMb, ...atMost(peakMb, MEMORY_TARGET_MB, 'MB ') };
  };
  return [
    { what: `cat and cmp of ${SIZE_MB} MB by a shell`, tookMs: await copyByHand(content) },
    { what: 'a solution that copies it, compiled and judged, fetched first', tookMs: firstMs },
    { what: 'another one, compiled and judged', tookMs: secondMs },
    peak('web meanwhile', site.webPid),
    peak('judge meanwhile', judge.pid),
  ];
}

async function copyByHand(content: Buffer): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'balloon-bare-'));
  try {
    await writeFile(path.join(folder, 'input'), content);
    const shell = () =>
      promisify(execFile)('/bin/sh', ['-ec', 'cat input > output; cmp input output'], { cwd: folder });
    return await timed(shell);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
