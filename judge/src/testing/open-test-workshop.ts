import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JudgingSlot } from '#run/judging-slot.ts';
import type { RunRequest, RunResult } from '#sandbox/sandbox.ts';
import { onceForAll } from '#testing/once-for-all.ts';
import { afterFirstTry, TRIED_LANGUAGES } from '#testing/tried-languages.ts';
import { type OpenWorkshop, openWorkshop, type WorkshopOptions } from '#workshop/open-workshop.ts';

/** Opens a workshop with the languages that were tried before, without precompiled headers, and with slots in peace. */
export async function openTestWorkshop(
  options: Omit<WorkshopOptions, 'languagesFile' | 'precompiledHeaders'>,
): Promise<OpenWorkshop> {
  const open = await afterFirstTry(() =>
    openWorkshop({ ...options, languagesFile: TRIED_LANGUAGES, precompiledHeaders: false }),
  );
  return { ...open, slots: open.slots.map(besideNobody) };
}

/** Tries the languages of this machine unless a test of this run has, for judges in processes of their own (`rememberTried`). */
export async function tryLanguagesOnce(): Promise<void> {
  await onceForAll(TRIED_LANGUAGES, async () => {
    const workDir = await mkdtemp(path.join(tmpdir(), 'balloon-tried-'));
    const open = await openWorkshop({
      ...{ workDir, slots: 1, languagesFile: TRIED_LANGUAGES, precompiledHeaders: false },
      blobSource: () => Promise.reject(new Error('nothing is judged here')),
      log: { info: () => {}, warn: () => {}, error: console.error },
    });
    await open.close();
    await rm(workDir, { recursive: true, force: true });
  });
}

/**
 * Slot that stops runs at their CPU limit and says that they never waited for the processor: otherwise, on a machine that
 * all tests crowd, each of them goes on for a while or runs once more (`run-patiently.ts`).
 */
function besideNobody(slot: JudgingSlot): JudgingSlot {
  const { program } = slot;
  return {
    ...slot,
    program: {
      number: program.number,
      run: async (request) => asNeverWaiting(await program.run(withoutCrowd(request))),
      async runInRow(request, steps) {
        const { passed, last } = await program.runInRow(withoutCrowd(request), steps);
        return { passed, last: asNeverWaiting(last) };
      },
      runWith: (...conversation) => program.runWith(...conversation),
      stop: () => program.stop(),
      close: () => program.close(),
    },
  };
}

function withoutCrowd<Request extends Pick<RunRequest, 'limits'>>(request: Request): Request {
  const { crowdedCpuMs, ...limits } = request.limits;
  return { ...request, limits };
}

const asNeverWaiting = (run: RunResult): RunResult =>
  run.cause === 'cpu' ? { ...run, wallUs: Math.min(run.wallUs, run.cpuUs) } : run;
