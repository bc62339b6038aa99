import type { ImportTask } from '@balloon/contracts/package-import.ts';
import { buildPackage } from '#packages/build-package.ts';
import type { BuiltPackage } from '#packages/built-problem.ts';
import type { IdleGate } from '#service/idle-gate.ts';
import type { JudgeSession } from '#service/judge-session.ts';
import type { Delivery, Work, WorkHooks } from '#service/work.ts';
import type { BlobCache } from '#workshop/blob-cache.ts';
import type { JudgingSlot } from '#workshop/judging-slot.ts';
import type { OpenWorkshop } from '#workshop/open-workshop.ts';

export interface PackageBuilder {
  session: JudgeSession;
  open: OpenWorkshop;
  /** Opens the slot where packages are built. */
  openSlot(): Promise<JudgingSlot>;
  blobs: BlobCache;
  /** Folder in which the operator keeps `testlib.h`; null for none. */
  testlibFolder: string | null;
  /** Gate at which each step of a build waits while all slots judge. */
  gate: IdleGate;
}

/** Bounds of contracts/package-import.ts. */
const WHAT_MAX = 1000;
const HASHES_MAX = 50_000;

/** Makes the work for a claimed problem package: to build it and upload the result. */
export function importWork(task: ImportTask, builder: PackageBuilder): Work {
  const { importId, fence, fileName } = task;
  const { api } = builder.session;
  return {
    name: `Import ${importId} (${fileName})`,
    lease: { importId, fence },
    first: { progress: null },
    run: (hooks) => buildAndUpload(task, builder, hooks),
    failed: (trouble) => ({
      summary: `failed: ${trouble}`,
      send: async (judgeId, signal) => {
        await api.release({ judgeId, importId, fence, trouble }, signal);
        return true;
      },
    }),
  };
}

/** Builds a package and uploads its contents; returns the delivery of the problem itself. */
async function buildAndUpload(
  task: ImportTask,
  { session, open, openSlot, blobs, testlibFolder, gate }: PackageBuilder,
  { report, signal }: WorkHooks,
): Promise<Delivery> {
  using archive = await blobs.hold(task.sha256, task.sizeBytes, signal);
  await using built = await buildPackage(
    archive.path,
    task.fileName,
    { open, slots: [await openSlot()], testlibFolder },
    {
      signal,
      progress: (step) => report({ progress: { ...step, what: step.what.slice(0, WHAT_MAX) } }),
      beforeStep: () => gate.idle(signal),
    },
  );
  await uploadContents(task, built, session, signal);
  const { importId, fence } = task;
  const result = { importId, fence, report: built.report, problem: built.problem };
  return {
    summary: built.report.outcome,
    send: (judgeId, whileOpen) => session.api.importResult({ judgeId, ...result }, whileOpen),
  };
}

/** Uploads the contents that the server lacks; those of an earlier attempt are not sent again. */
async function uploadContents(
  { importId, fence }: ImportTask,
  { problem, contents }: BuiltPackage,
  session: JudgeSession,
  signal: AbortSignal,
): Promise<void> {
  if (problem === null) return;
  const blobs = [...contents.keys()];
  for (let first = 0; first < blobs.length; first += HASHES_MAX) {
    const some = blobs.slice(first, first + HASHES_MAX);
    const missing = await session.ask(
      ({ judgeId }) => session.api.missingBlobs({ judgeId, importId, fence, blobs: some }, signal),
      signal,
    );
    for (const sha256 of missing) {
      const path = contents.get(sha256);
      if (path === undefined) continue;
      await session.ask(() => session.api.upload({ importId, fence }, sha256, path, signal), signal);
    }
  }
}
