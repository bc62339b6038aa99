import type { LanguageOptions } from '@balloon/domain/languages/language-options.ts';
import { freshly } from '#canaries/fly-canaries.ts';
import { withOptions } from '#languages/installed.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { sayHello } from '#workshop/hello.ts';
import type { Workshop } from '#workshop/workshop.ts';

/** How long a compiler that compiled its hello world counts as working, ms. */
const TRUSTED_MS = 60_000;

/** Knows which compilers of this judge work, so that a broken one is not taken for an error in a solution. */
export interface CompilerTrust {
  /** Compiles and runs the hello world of a language unless it did so lately; returns what is wrong, or null. */
  complaintAbout(language: string, slot: JudgingSlot, options?: LanguageOptions): Promise<string | null>;
}

/** @param clock time in ms, which never goes back */
export function trustCompilers(workshop: Workshop, clock = () => performance.now()): CompilerTrust {
  const provenAtMs = new Map<string, number>();
  return {
    async complaintAbout(key, slot, options) {
      const nowMs = clock();
      const proof = JSON.stringify([key, options]);
      if (nowMs - (provenAtMs.get(proof) ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS) return null;
      const language = freshly(workshop.languages).get(key);
      if (!language) return `this judge does not have the language ${key}`;
      const hello = await sayHello(workshop, slot, withOptions(language, options));
      const how = options ? ` with the options ${[...options.compile, ...options.run].join(' ')}` : '';
      if (typeof hello === 'string')
        return `the compiler of ${key} fails with its own hello world${how}: ${hello}`;
      provenAtMs.set(proof, nowMs);
      return null;
    },
  };
}
