import { randomUUID } from 'node:crypto';
import { CANARIES, type Canary, canaryFiles, jobOf } from '#canaries/canary-programs.ts';
import { judgeTask } from '#judging/judge-solution.ts';
import { openBlobCache } from '#workshop/blob-cache.ts';
import type { JudgingSlot, Workshop } from '#workshop/judging-slot.ts';

const FILES_MAX_BYTES = 1024 * 1024;

/** Judges the canaries; returns what is wrong with this judge, or null. */
export type FlyCanaries = (slot: JudgingSlot, signal: AbortSignal) => Promise<string | null>;

/**
 * Prepares the canaries of the languages that this judge has.
 *
 * @param folder where their files lie
 */
export async function openCanaries(
  workshop: Workshop,
  folder: string,
  canaries: readonly Canary[] = CANARIES,
): Promise<FlyCanaries> {
  const blobs = await openBlobCache(folder, canaryFiles, FILES_MAX_BYTES);
  const known = canaries.filter(({ language }) => workshop.languages.has(language));
  return async (slot, signal) => {
    // Compiled anew each time: a program out of the cache says nothing of the compiler.
    const fresh = { ...workshop, blobs, languages: freshly(workshop.languages) };
    for (const canary of known) {
      const { verdict, detail } = await judgeTask(jobOf(canary), fresh, slot, { report: () => {}, signal });
      if (verdict !== canary.expected) return complaintOf(canary, verdict, detail);
    }
    return null;
  };
}

/** The same languages, whose programs have names that the cache does not know. */
export function freshly(languages: Workshop['languages']): Workshop['languages'] {
  const nonce = randomUUID();
  return new Map([...languages].map(([key, one]) => [key, { ...one, stamp: `${one.stamp} ${nonce}` }]));
}

function complaintOf({ name, language, expected }: Canary, verdict: string, detail: string | null): string {
  const why = detail === null ? '' : `: ${detail}`;
  return `The test program “${name}” (${language}) got ${verdict} instead of ${expected}${why}`;
}
