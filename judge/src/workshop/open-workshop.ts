import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorText, type Log } from '@balloon/worker/log.ts';
import { openBlobCache } from '#cache/blob-cache.ts';
import type { BlobSource } from '#cache/downloads.ts';
import { openClassArchives } from '#compile/class-archives.ts';
import { openPrecompiledHeaders } from '#compile/precompiled-headers.ts';
import { openProgramCache } from '#compile/program-cache.ts';
import { openRuntimeFiles } from '#compile/runtime-files.ts';
import { describeMissing, type MissingLanguage } from '#languages/missing.ts';
import {
  extraSlots,
  HEADERS_CONTAINER,
  type JudgingSlot,
  openJudgingSlot,
  SLOTS_MAX,
} from '#run/judging-slot.ts';
import type { Sandbox, SandboxAbilities, SandboxMode } from '#sandbox/sandbox.ts';
import { checkSandboxMode } from '#sandbox/sandbox-mode.ts';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { removeBuildFolders } from '#workshop/build-folders.ts';
import { claimCores } from '#workshop/claim-cores.ts';
import { findLanguages } from '#workshop/find-languages.ts';
import type { Workshop } from '#workshop/workshop.ts';

export interface WorkshopOptions {
  /** Directory for this judge alone: caches that survive restarts, and the files of runs. */
  workDir: string;
  /** Number of solutions judged at once, 1 to 28. */
  slots: number;
  /** Weakest acceptable isolation; by default the strongest available. See sandbox-mode.ts. */
  sandboxMode?: SandboxMode;
  /** Gives each slot a core of its own where there are more cores than slots; for workshops that judge for long. */
  bindCores?: boolean;
  /** False saves 250 MB of disk per C++ standard, the archives of compilers, and a minute of the first start. */
  precompiledHeaders?: boolean;
  /**
   * File that keeps the languages tried on this machine; by default in `workDir`. For callers that open a workshop in
   * a fresh folder each time: trying all languages costs 9 s of CPU.
   */
  languagesFile?: string;
  blobSource: BlobSource;
  /** Bound of the store of tests and other files of problems. */
  blobsMaxBytes?: number;
  log: Log;
}

/** Parts for judging without a server. */
export interface OpenWorkshop {
  /** Absolute path; files for the sandbox must lie beneath it. */
  workDir: string;
  workshop: Workshop;
  slots: readonly JudgingSlot[];
  /** Cores of the slots, in their order; null when they run on any. */
  cores: readonly number[] | null;
  /** Opens one more slot, as for problem packages and canaries. */
  openExtraSlot: () => Promise<JudgingSlot>;
  abilities: SandboxAbilities;
  missing: readonly MissingLanguage[];
  /** Faults of the sandbox and the languages, each with the command that mends it. */
  warnings: string[];
  /** Resolves when precompiled headers and archives of compilers are made: compilations are correct before, and faster after. */
  headersReady: Promise<void>;
  /** Signal that aborts when the sandbox died and judging cannot go on. */
  died: AbortSignal;
  close(): Promise<void>;
}

const GB = 1024 ** 3;
const BLOBS_MAX_BYTES = 8 * GB;
const PROGRAMS_MAX_BYTES = 2 * GB;

/** Starts the sandbox and finds the languages that this machine can judge. */
export async function openWorkshop(options: WorkshopOptions): Promise<OpenWorkshop> {
  const { workDir, slots: count, log } = options;
  if (count > SLOTS_MAX)
    throw new RangeError(`A judge has at most ${SLOTS_MAX} slots: start several judges instead`);
  const folder = (name: string) => join(workDir, name);
  // Answers of tests lie beneath, so other users of this machine may not look.
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  await removeBuildFolders(workDir);
  const claimed = options.bindCores === true ? await claimCores(count) : null;
  const cores = claimed?.cores ?? null;
  const sandbox = await startSandbox({
    workDir,
    cores,
    log: (line) => log.warn(`Sandbox: ${line}`),
    ...(options.sandboxMode === 'namespaces' ? { cgroup: 'none' as const } : {}),
    allowPlain: options.sandboxMode === 'plain',
  });
  try {
    checkSandboxMode(sandbox.abilities, options.sandboxMode);
    const tools = {
      programs: await openProgramCache(folder('programs'), PROGRAMS_MAX_BYTES),
      headers: openPrecompiledHeaders(folder('headers')),
      archives: openClassArchives(folder('archives')),
      runtimes: openRuntimeFiles(folder('runtimes')),
      underway: new Map(),
    };
    const slots = await openSlots(sandbox, count, folder('slots'));
    const { mode } = sandbox.abilities;
    const found = await findLanguages({
      memory: options.languagesFile ?? folder('languages.json'),
      mode,
      tools,
      slots,
    });
    const blobs = await openBlobCache(
      folder('blobs'),
      options.blobSource,
      options.blobsMaxBytes ?? BLOBS_MAX_BYTES,
    );
    const workshop = { ...tools, mode, languages: found.languages, blobs };
    let isClosing = false;
    const headersReady =
      options.precompiledHeaders === false
        ? Promise.resolve()
        : makeHeaders(sandbox, workshop, log, () => isClosing);
    return {
      workDir: resolve(workDir),
      workshop,
      slots,
      cores,
      openExtraSlot: extraSlots(count, (number) => openJudgingSlot(sandbox, number, folder('slots'))),
      abilities: sandbox.abilities,
      missing: found.missing,
      warnings: [...sandbox.abilities.warnings, ...describeMissing(found.missing)],
      headersReady,
      died: sandbox.died,
      async close() {
        isClosing = true;
        await sandbox.close();
        claimed?.[Symbol.dispose]();
        await headersReady;
      },
    };
  } catch (error) {
    await sandbox.close();
    claimed?.[Symbol.dispose]();
    throw error;
  }
}

function openSlots(sandbox: Sandbox, count: number, root: string): Promise<JudgingSlot[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => openJudgingSlot(sandbox, number, root)));
}

/** Makes what speeds compilers up in the background, in a container of its own: the judge works meanwhile. */
async function makeHeaders(
  sandbox: Sandbox,
  workshop: Workshop,
  log: Log,
  isClosing: () => boolean,
): Promise<void> {
  try {
    const container = await sandbox.openSlot(HEADERS_CONTAINER);
    for (const { key, stamp, toolchain } of workshop.languages.values()) {
      const { precompiledHeader, classArchive } = toolchain;
      const complaints = [
        precompiledHeader && (await workshop.headers.make(container, precompiledHeader, stamp)),
        classArchive && (await workshop.archives.make(container, classArchive, stamp)),
      ];
      for (const complaint of complaints)
        if (complaint) log.warn(`${complaint}; ${key} compiles more slowly`);
    }
    await container.close();
  } catch (error) {
    // Closing ends the compiler in progress; any other failure is logged, and compilers work without.
    if (!isClosing()) log.warn(`Precompiled headers and archives: ${errorText(error)}; compilers are slower`);
  }
}
