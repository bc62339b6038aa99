import { randomUUID } from 'node:crypto';
import type { LanguageOptions } from '@balloon/domain/languages/language-options.ts';
import { openBlobCache } from '#cache/blob-cache.ts';
import { CANARIES, type Canary, canaryFiles, jobOf } from '#canaries/canary-programs.ts';
import { judgeTask } from '#judging/judge-solution.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import type { Workshop } from '#workshop/workshop.ts';

const FILES_MAX_BYTES = 1024 * 1024;

/** Judges the canaries; returns what is wrong with this judge, or null. */
export type FlyCanaries = (
  slot: JudgingSlot,
  signal: AbortSignal,
  trial?: OptionTrial,
) => Promise<string | null>;

/** Trial of options: the canaries of one language alone, with these options. */
export interface OptionTrial {
  only?: string;
  options?: LanguageOptions;
}

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
  return async (slot, signal, { only, options } = {}) => {
    // Compiled anew each time: a program out of the cache says nothing of the compiler.
    const fresh = { ...workshop, blobs, languages: freshly(workshop.languages) };
    for (const canary of known.filter(({ language }) => only === undefined || language === only)) {
      const chosen = options ?? workshop.siteOptions?.get(canary.language);
      const job = { ...jobOf(canary), ...(chosen ? { options: copyOf(chosen) } : {}) };
      const { verdict, detail } = await judgeTask(job, fresh, slot, { report: () => {}, signal });
      if (verdict !== canary.expected) return complaintOf(canary, verdict, detail, chosen);
    }
    return null;
  };
}

/** Renames what languages compile, so that nothing comes out of the cache of programs. */
export function freshly(languages: Workshop['languages']): Workshop['languages'] {
  const nonce = randomUUID();
  return new Map([...languages].map(([key, one]) => [key, { ...one, stamp: `${one.stamp} ${nonce}` }]));
}

const copyOf = ({ compile, run }: LanguageOptions) => ({ compile: [...compile], run: [...run] });

function complaintOf(
  { name, language, expected }: Canary,
  verdict: string,
  detail: string | null,
  options: LanguageOptions | undefined,
): string {
  const why = detail === null ? '' : `: ${detail}`;
  const how = options ? ` with the options ${[...options.compile, ...options.run].join(' ')}` : '';
  return `The test program “${name}” (${language})${how} got ${verdict} instead of ${expected}${why}`;
}
