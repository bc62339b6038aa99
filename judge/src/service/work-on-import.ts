import { addAbortListener } from 'node:events';
import type { JudgeWelcome } from '@balloon/contracts/judge.ts';
import type { ImportProgress, ImportTask } from '@balloon/contracts/package-import.ts';
import type { BlobCache } from '#blob-cache.ts';
import type { JudgingSlot } from '#judging-slot.ts';
import { errorText, type Log } from '#log.ts';
import type { OpenWorkshop } from '#open-workshop.ts';
import { buildPackage } from '#packages/build-package.ts';
import type { BuiltPackage } from '#packages/built-problem.ts';
import type { IdleGate } from '#service/idle-gate.ts';
import { RefusedError } from '#service/judge-api.ts';
import type { JudgeSession } from '#service/judge-session.ts';
import { startProgressReporter } from '#service/progress-reporter.ts';

export interface ImportDuties {
  session: JudgeSession;
  open: OpenWorkshop;
  /** The slot where packages are built. */
  openSlot(): Promise<JudgingSlot>;
  blobs: BlobCache;
  /** Where the operator keeps `testlib.h`; null: nowhere. */
  testlibFolder: string | null;
  gate: IdleGate;
  log: Log;
  /** As in `SlotDuties`. */
  died: AbortSignal;
  closing: AbortSignal;
  closed: AbortSignal;
}

/** Builds a claimed package and delivers what became of it; trouble of this judge counts as a failed attempt. */
export async function workOnImport(
  task: ImportTask,
  welcome: JudgeWelcome,
  duties: ImportDuties,
): Promise<void> {
  const { closing, died, log } = duties;
  const lost = new AbortController();
  try {
    await buildAndDeliver(task, welcome, duties, lost);
  } catch (error) {
    if (lost.signal.aborted) log.info(`Import ${task.importId} is not wanted from us any more`);
    else if (closing.aborted && !died.aborted) await giveBack(task, null, duties);
    else await giveBack(task, errorText(died.aborted ? died.reason : error), duties);
  }
}

async function buildAndDeliver(
  task: ImportTask,
  welcome: JudgeWelcome,
  duties: ImportDuties,
  lost: AbortController,
): Promise<void> {
  const { session, open, blobs, testlibFolder, gate, closed, log } = duties;
  const { importId, fence, fileName } = task;
  using reporter = startProgressReporter<ImportProgress | null>({
    welcome,
    first: null,
    send: (progress) =>
      session.askOnce(
        ({ judgeId }) => session.api.imports.progress({ judgeId, importId, fence, progress }, closed),
        closed,
      ),
    onLost: () => lost.abort(),
    signal: closed,
  });
  const signal = AbortSignal.any([duties.closing, duties.died, lost.signal]);
  using archive = await blobs.hold(task.sha256, task.sizeBytes, signal);
  const building = buildPackage(
    archive.path,
    fileName,
    { open, slots: [await duties.openSlot()], testlibFolder },
    {
      signal,
      progress: (progress) => reporter.report({ ...progress, what: progress.what.slice(0, WHAT_MAX) }),
      beforeStep: () => gate.idle(signal),
    },
  );
  // A lost lease waits for the end of the current step, because the slot is needed again; a closing judge does not.
  await using built = await unlessAborted(building, duties.closing);
  await sendContents(task, built, duties, signal);
  const { report, problem } = built;
  const stored = await session.ask(
    ({ judgeId }) => session.api.imports.result({ judgeId, importId, fence, report, problem }, closed),
    closed,
  );
  log.info(`Import ${importId} (${fileName}): ${stored ? report.outcome : 'not wanted any more'}`);
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const called = Promise.withResolvers<never>();
  using _listener = addAbortListener(signal, () => called.reject(signal.reason));
  return await Promise.race([work, called.promise]);
}

/** The contract's bounds. */
const WHAT_MAX = 1000;
const TROUBLE_MAX = 4000;
const HASHES_MAX = 50_000;

/** Sends what the web does not have; a content that it got while its answer was lost is not sent again. */
async function sendContents(
  { importId, fence }: ImportTask,
  { problem, contents }: BuiltPackage,
  { session }: ImportDuties,
  signal: AbortSignal,
): Promise<void> {
  if (problem === null) return;
  const blobs = [...contents.keys()];
  for (let first = 0; first < blobs.length; first += HASHES_MAX) {
    const some = blobs.slice(first, first + HASHES_MAX);
    const missing = await session.ask(
      ({ judgeId }) => session.api.imports.missing({ judgeId, importId, fence, blobs: some }, signal),
      signal,
    );
    for (const sha256 of missing) {
      const path = contents.get(sha256);
      if (path === undefined) continue;
      await session.ask(() => session.api.imports.upload({ importId, fence }, sha256, path, signal), signal);
    }
  }
}

async function giveBack(
  { importId, fence, fileName }: ImportTask,
  trouble: string | null,
  { session, log, closed }: ImportDuties,
): Promise<void> {
  const why = trouble === null ? 'this judge closes' : trouble;
  log[trouble === null ? 'info' : 'error'](`Import ${importId} (${fileName}) is given back: ${why}`);
  const release = { importId, fence, trouble: trouble?.slice(0, TROUBLE_MAX) ?? null };
  try {
    await session.askOnce(
      ({ judgeId }) => session.api.imports.release({ judgeId, ...release }, closed),
      closed,
    );
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    log.warn(`Import ${importId} could not be given back (${errorText(error)}); its lease will run out`);
  }
}
