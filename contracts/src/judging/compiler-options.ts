import { z } from 'zod';
import { InstantMs } from '#common.ts';
import { MAX_OPTION_LENGTH, MAX_OPTIONS } from '#judging/compiler-options-limits.ts';
import { LanguageKey, Sha256 } from '#judging/testset.ts';

/*
 * Options of compilers and interpreters that a site chooses in place of the usual ones (domain/src/languages/language-options.ts).
 * They are arguments, never words for a shell, and what they bring about happens in the sandbox.
 */

const Option = z
  .string()
  .min(1)
  .max(MAX_OPTION_LENGTH)
  // Lines and zero bytes belong to no option, and a file of options would not be there.
  .regex(/^[^@\p{Cc}]\P{Cc}*$/u)
  .describe('an argument; none begins with @, which would name a file of arguments');

export const CompilerOptions = z.object({
  compile: z.array(Option).max(MAX_OPTIONS),
  run: z.array(Option).max(MAX_OPTIONS).describe('of the interpreter or the virtual machine'),
});
export type CompilerOptions = z.infer<typeof CompilerOptions>;

/* The judge's side. */

/** Options that a judge tries, so that it may be given work in this language. */
export const WantedOptions = z.object({
  key: LanguageKey,
  sha256: Sha256,
  options: CompilerOptions,
  isInForce: z.boolean().describe('false while no judge has tried them'),
});
export type WantedOptions = z.infer<typeof WantedOptions>;

/** What a judge found about options; `trouble` is null when programs compile and run with them. */
export const TriedOptions = z.object({
  key: LanguageKey,
  sha256: Sha256,
  trouble: z
    .string()
    .max(2000)
    .transform((text) => text.replaceAll('\u0000', '\ufffd'))
    .nullable(),
});
export type TriedOptions = z.infer<typeof TriedOptions>;

/* The admins' side. */

export const LanguageParams = z.object({ key: LanguageKey });

/** `options` null: the usual ones again. */
export const SaveOptions = z.object({
  version: z.number().int().min(0).describe('as it was read'),
  options: CompilerOptions.nullable(),
});
export type SaveOptions = z.infer<typeof SaveOptions>;

const ConfiguredLanguage = z.object({
  key: z.string(),
  name: z.string(),
  version: z.number().int(),
  compilerVersion: z.string().nullable().describe('null while no judge has it'),
  usual: CompilerOptions,
  options: CompilerOptions.nullable().describe('in force; null: the usual ones'),
  candidate: CompilerOptions.nullable().describe('entered, and in force once a judge has tried them'),
  judges: z
    .array(
      z.object({
        name: z.string(),
        state: z.enum(['works', 'trying', 'fails']),
        trouble: z.string().nullable(),
      }),
    )
    .describe(
      'that are there and have the language; how they do with the candidate, or else with what is in force',
    ),
  changedAtMs: InstantMs.nullable(),
});
export type ConfiguredLanguage = z.infer<typeof ConfiguredLanguage>;

/** Languages that judges of this site have, or that have options of their own. */
export const ConfiguredLanguages = z.object({ languages: z.array(ConfiguredLanguage) });
export type ConfiguredLanguages = z.infer<typeof ConfiguredLanguages>;
