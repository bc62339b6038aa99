import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox, SandboxSlot } from '#sandbox/sandbox.ts';

/**
 * Place where one solution at a time is judged. The program and the checker have a container each, so that a checker
 * never finds files of a program, nor the other way round.
 */
export interface JudgingSlot {
  number: number;
  program: SandboxSlot;
  checker: SandboxSlot;
  /** Host folder for the files of the current test. */
  folder: string;
}

/** Slot whose own loop waits for work, to be used until it is disposed of. */
export interface BorrowedSlot extends Disposable {
  slot: JudgingSlot;
  /** Aborts when its loop has work: the borrower stops what runs there and disposes of it. */
  wanted: AbortSignal;
}

/** Borrows a free slot; null when there is none. */
export type BorrowSlot = () => BorrowedSlot | null;

/** All slots that there can be. A sandbox has 64 containers: two per slot, one for precompiled headers, one for its own trial. */
const SLOTS = 31;
export const HEADERS_CONTAINER = SLOTS;
/** Slots that are left for problem packages, for canaries and for trials of compiler options. */
const EXTRA_SLOTS = 3;
/** Largest number of slots that judge solutions; MAX_SLOTS in contracts/src/settings/judging-settings.ts. */
export const SLOTS_MAX = SLOTS - EXTRA_SLOTS;
/**
 * First container of checkers: a power of two, so that a slot's two containers, which never work at once, are bound
 * to the same core.
 */
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

/**
 * Returns a function that opens the slots from number `first` on, one at each call.
 *
 * @param open opens a slot; the number of one that cannot be opened is used again, since a full disk passes
 */
export function extraSlots(
  first: number,
  open: (number: number) => Promise<JudgingSlot>,
): () => Promise<JudgingSlot> {
  const free = Array.from({ length: SLOTS - first }, (_, index) => first + index);
  return async () => {
    const number = free.shift();
    if (number === undefined) throw new Error('all slots are in use: give the judge fewer of them');
    try {
      return await open(number);
    } catch (error) {
      free.unshift(number);
      throw error;
    }
  };
}

const STOP_AGAIN_MS = 50;

/** Stops what runs in a slot when the signal aborts, also what begins just then, until this is disposed of. */
export function stopOn(signal: AbortSignal, { program, checker }: JudgingSlot): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    // The runs themselves fail when the sandbox died.
    for (const container of [program, checker]) container.stop().catch(() => undefined);
  };
  const begin = () => {
    stop();
    timer = setInterval(stop, STOP_AGAIN_MS);
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return {
    [Symbol.dispose]() {
      signal.removeEventListener('abort', begin);
      clearInterval(timer);
    },
  };
}
