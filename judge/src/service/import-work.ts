import { stat } from 'node:fs/promises';
import type { ImportResult, ImportTask } from '@balloon/contracts/judging/package-import.ts';
import { archiveParts } from '@balloon/packages/opening/archive-parts.ts';
import type { Archive } from '@balloon/packages/opening/unpack-zip.ts';
import { PackageError } from '@balloon/packages/package-error.ts';
import type { BlobCache } from '#cache/blob-cache.ts';
import { buildPackage, emptyReport, findingOf } from '#packages/build-package.ts';
import type { BuiltPackage } from '#packages/built-problem.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import type { JudgeSession } from '#service/judge-session.ts';
import type { Delivery, Work, WorkHooks } from '#service/work.ts';
import type { IdleGate } from '#workshop/idle-gate.ts';
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

/** Bounds of contracts/src/judging/package-import.ts. */
const WHAT_MAX = 1000;
const HASHES_MAX = 50_000;

/** Makes the work for a claimed problem package: to build it and upload the result. */
export function importWork(task: ImportTask, builder: PackageBuilder): Work {
  const { importId, fence } = task;
  const { api } = builder.session;
  return {
    name: `Import ${importId} (${nameOf(task)})`,
    lease: { importId, fence },
    first: { progress: null },
    run: (hooks) => buildAndUpload(task, builder, hooks),
    failed: (trouble) => ({
      summary: `failed: ${trouble}`,
      send: async (judgeId, signal) => {
        await api.release({ judgeId, importId, fence, trouble }, signal);
        return { stored: true };
      },
    }),
  };
}

const nameOf = ({ fileName, part }: ImportTask) => (part === null ? fileName : `${fileName}/${part}`);

/**
 * Builds a package and uploads its contents, or only lists those of an archive that holds several; returns the
 * delivery of the problem itself.
 */
async function buildAndUpload(
  task: ImportTask,
  { session, open, openSlot, blobs, testlibFolder, gate }: PackageBuilder,
  { report, signal }: WorkHooks,
): Promise<Delivery> {
  using archive = await blobs.hold(task.sha256, task.sizeBytes, signal);
  const name = nameOf(task);
  const several = task.part === null ? await severalIn({ path: archive.path, name }) : null;
  if (several) return deliveryOf(task, session, several);
  await using built = await buildPackage(
    archive.path,
    name,
    { open, slots: [await openSlot()], testlibFolder },
    {
      signal,
      progress: (step) => report({ progress: { ...step, what: step.what.slice(0, WHAT_MAX) } }),
      beforeStep: () => gate.idle(signal),
    },
    { part: task.part, maxBytes: task.maxBytes },
  );
  await uploadContents(task, built, session, { report, signal });
  for (const [sha256, path] of built.contents) blobs.adopt?.(sha256, path);
  return deliveryOf(task, session, { report: built.report, problem: built.problem, parts: [] });
}

type Built = Pick<ImportResult, 'report' | 'problem' | 'parts'>;

function deliveryOf({ importId, fence }: ImportTask, { api }: JudgeSession, built: Built): Delivery {
  const { report, parts } = built;
  return {
    summary: parts.length > 0 ? `${parts.length} packages` : report.outcome,
    send: (judgeId, whileOpen) => api.importResult({ judgeId, importId, fence, ...built }, whileOpen),
  };
}

/** Result for an archive that holds several packages, or that cannot be read; null for one package. */
async function severalIn(archive: Archive): Promise<Built | null> {
  const report = emptyReport(archive.name);
  try {
    const parts = await archiveParts(archive);
    return parts.length > 0 ? { report, problem: null, parts } : null;
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return {
      report: { ...report, outcome: 'broken', findings: [findingOf(error)] },
      problem: null,
      parts: [],
    };
  }
}

/** Uploads the contents that the server lacks; those of an earlier attempt are not sent again. */
async function uploadContents(
  { importId, fence }: ImportTask,
  { problem, contents }: BuiltPackage,
  session: JudgeSession,
  { report, signal }: WorkHooks,
): Promise<void> {
  if (problem === null) return;
  const blobs = [...contents.keys()];
  const files: { sha256: string; path: string; bytes: number }[] = [];
  for (let first = 0; first < blobs.length; first += HASHES_MAX) {
    const some = blobs.slice(first, first + HASHES_MAX);
    const missing = await session.ask(
      (api, { judgeId }) => api.missingBlobs({ judgeId, importId, fence, blobs: some }, signal),
      signal,
    );
    for (const sha256 of missing) {
      const path = contents.get(sha256);
      if (path !== undefined) files.push({ sha256, path, bytes: (await stat(path)).size });
    }
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const { sha256, path, bytes } of files) {
    const sent = (done: number) =>
      report({ progress: { step: 'sending', done: before + done, total, what: '' } });
    sent(0);
    await session.ask((api) => api.upload({ importId, fence }, sha256, path, signal, sent), signal);
    before += bytes;
  }
}
