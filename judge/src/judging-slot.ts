import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobCache } from '#blob-cache.ts';
import type { CompilerTools } from '#compile.ts';
import type { InstalledLanguage } from '#languages/installed.ts';
import type { Sandbox, SandboxMode, SandboxSlot } from '#sandbox/sandbox.ts';

/** What all slots of a judge share. */
export interface Workshop extends CompilerTools {
  mode: SandboxMode;
  /** By language key, which comes from outside. */
  languages: ReadonlyMap<string, InstalledLanguage>;
  blobs: BlobCache;
}

/**
 * A place where one solution at a time is judged. The program and the checker have a container each,
 * so that a checker never meets what a program left behind, nor the other way round.
 */
export interface JudgingSlot {
  number: number;
  program: SandboxSlot;
  checker: SandboxSlot;
  /** Host folder for the files of the current test. */
  folder: string;
}

/** A sandbox has 64 containers: two per slot, one for precompiled headers, one for its own trial. */
export const SLOTS_MAX = 31;
export const HEADERS_CONTAINER = SLOTS_MAX;
/** A power of two, so that a slot's two containers, which never work at once, are bound to the same core. */
const FIRST_CHECKER = 32;

/** Opens slot `number` (from 0) with an empty folder. */
export async function openJudgingSlot(sandbox: Sandbox, number: number, root: string): Promise<JudgingSlot> {
  const folder = join(root, String(number));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return {
    number,
    folder,
    program: await sandbox.openSlot(number),
    checker: await sandbox.openSlot(FIRST_CHECKER + number),
  };
}
