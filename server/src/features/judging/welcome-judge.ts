import type { JudgeHello, JudgeWelcome } from '@balloon/contracts/judge.ts';
import { drainLanguages } from '#features/judging/drain-languages.ts';
import { findDrained, refreshLanguages, saveJudge } from '#features/judging/judges.queries.ts';
import { shortenLeases } from '#features/judging/lease.queries.ts';
import { shortenImportLeases } from '#features/packages/import-lease.queries.ts';
import type { Services } from '#services.ts';

/** How often a judge may tell a step of one solution: often enough to look alive, rare enough to cost little. */
const PROGRESS_EVERY_MS = 300;

/** A living judge reports three times per lease; the rest is for a slow network. */
const RENEWED_WITHIN = 0.4;

/** Makes a judge known and opens its languages for submissions. */
export async function welcomeJudge(services: Services, hello: JudgeHello): Promise<JudgeWelcome> {
  const { db, log, options } = services;
  const judgeId = await saveJudge(db, hello);
  const leftMs = Math.round(options.leaseMs * RENEWED_WITHIN);
  await shortenLeases(db, judgeId, leftMs);
  await shortenImportLeases(db, judgeId, leftMs);
  await drainLanguages(services);
  await openLanguages(services);
  const { name, slots, mode } = hello;
  log.info({ judgeId, name, slots, mode, languages: hello.languages.length }, 'a judge said hello');
  const drained = await findDrained(db, judgeId);
  return { judgeId, leaseMs: options.leaseMs, progressEveryMs: PROGRESS_EVERY_MS, drained };
}

/** Opens and closes languages by what living judges have. */
export async function openLanguages({ db, log }: Services): Promise<void> {
  for (const { name, nonactive } of await refreshLanguages(db)) {
    if (nonactive) log.warn({ name }, 'no judge runs this language any more; it is closed');
    else log.info({ name }, 'this language is open');
  }
}
