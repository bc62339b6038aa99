import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BlobSource, openBlobCache } from '#blob-cache.ts';
import {
  HEADERS_CONTAINER,
  type JudgingSlot,
  openJudgingSlot,
  SLOTS_MAX,
  type Workshop,
} from '#judging-slot.ts';
import { findLanguages } from '#languages/find-languages.ts';
import { describeMissing, type MissingLanguage } from '#languages/missing.ts';
import { errorText, type Log } from '#log.ts';
import { removeBuildFolders } from '#packages/build-folders.ts';
import { openPrecompiledHeaders } from '#precompiled-headers.ts';
import { openProgramCache } from '#program-cache.ts';
import { openRuntimeFiles } from '#runtime-files.ts';
import type { Sandbox, SandboxAbilities, SandboxMode } from '#sandbox/sandbox.ts';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { checkSandboxMode } from '#sandbox-mode.ts';
import { claimCores } from '#time-trust/claim-cores.ts';

export interface WorkshopOptions {
  /** A directory of this judge alone: caches that survive restarts, and the files of runs. */
  workDir: string;
  /** How many solutions are judged at once, 1 to 31. */
  slots: number;
  /** What the sandbox must be; by default the strongest that can be had. See sandbox-mode.ts. */
  sandboxMode?: SandboxMode;
  /** Gives each slot a core of its own where there are more cores than slots; for who judges for long. */
  bindCores?: boolean;
  /** False saves 120 MB of disk per C++ standard and half a minute of the first start. */
  precompiledHeaders?: boolean;
  /**
   * Remembers which languages have proved themselves here; by default in `workDir`. For who opens a workshop in a
   * fresh folder each time: trying all languages costs 9 s of CPU.
   */
  languagesFile?: string;
  blobSource: BlobSource;
  log: Log;
}

/** Everything that judging needs, without a server. */
export interface OpenWorkshop {
  /** Absolute; files for the sandbox must lie beneath it. */
  workDir: string;
  workshop: Workshop;
  slots: readonly JudgingSlot[];
  /** Of the slots, in their order; null when they run on any. */
  cores: readonly number[] | null;
  /** Opens one more slot beside them, for problem packages; null when there are as many as can be. */
  openExtraSlot: (() => Promise<JudgingSlot>) | null;
  abilities: SandboxAbilities;
  missing: readonly MissingLanguage[];
  /** What this machine lacks in both, a line each with the command that mends it. */
  warnings: string[];
  /** Compilations are right before, and faster after. */
  headersReady: Promise<void>;
  /** Aborts when the sandbox died: nothing can be judged any more. */
  died: AbortSignal;
  close(): Promise<void>;
}

const GB = 1024 ** 3;
const BLOBS_MAX_BYTES = 8 * GB;
const PROGRAMS_MAX_BYTES = 2 * GB;

/** Starts the sandbox and finds out what this machine can judge. */
export async function openWorkshop(options: WorkshopOptions): Promise<OpenWorkshop> {
  const { workDir, slots: count, log } = options;
  if (count > SLOTS_MAX)
    throw new RangeError(`A judge has at most ${SLOTS_MAX} slots: start several judges instead`);
  const folder = (name: string) => join(workDir, name);
  // Answers of tests lie beneath, so nobody else on this machine may look.
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
      runtimes: openRuntimeFiles(folder('runtimes')),
    };
    const slots = await openSlots(sandbox, count, folder('slots'));
    const { mode } = sandbox.abilities;
    const found = await findLanguages({
      memory: options.languagesFile ?? folder('languages.json'),
      mode,
      tools,
      slots,
    });
    const blobs = await openBlobCache(folder('blobs'), options.blobSource, BLOBS_MAX_BYTES);
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
      openExtraSlot: count < SLOTS_MAX ? () => openJudgingSlot(sandbox, count, folder('slots')) : null,
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

/** In the background, in a container of its own: the judge works meanwhile. */
async function makeHeaders(
  sandbox: Sandbox,
  workshop: Workshop,
  log: Log,
  isClosing: () => boolean,
): Promise<void> {
  try {
    const container = await sandbox.openSlot(HEADERS_CONTAINER);
    for (const { stamp, toolchain } of workshop.languages.values()) {
      if (!toolchain.precompiledHeader) continue;
      const complaint = await workshop.headers.make(container, toolchain.precompiledHeader, stamp);
      if (complaint !== null) log.warn(`${complaint}; C++ compiles more slowly`);
    }
    await container.close();
  } catch (error) {
    // Closing ends the compiler at work; anything else is worth telling, but C++ compiles without.
    if (!isClosing()) log.warn(`Precompiled headers: ${errorText(error)}; C++ compiles more slowly`);
  }
}
