import type { JudgingSlot } from '#run/judging-slot.ts';
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
      async run(request) {
        const { crowdedCpuMs, ...limits } = request.limits;
        const run = await program.run({ ...request, limits });
        return run.cause === 'cpu' ? { ...run, wallUs: Math.min(run.wallUs, run.cpuUs) } : run;
      },
      runWith: (...conversation) => program.runWith(...conversation),
      stop: () => program.stop(),
      close: () => program.close(),
    },
  };
}
