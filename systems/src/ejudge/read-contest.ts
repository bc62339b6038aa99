import { LANGUAGES, type LanguageFamily } from '@balloon/domain/languages/languages.ts';
import { z } from 'zod';
import { familyOf } from '#language-family.ts';
import type { ForeignLanguage } from '#outside-system.ts';

const Compiler = z.object({
  id: z.int().positive(),
  short_name: z.string().min(1),
  long_name: z.string().optional(),
  src_sfx: z.string().default(''),
});

const ContestProblem = z.object({
  id: z.int().positive(),
  short_name: z.string().min(1),
  long_name: z.string().optional(),
});

/** Answer of `contest-status-json`. Languages and problems are there from the start of the contest on. */
export const Contest = z
  .object({
    contest: z.object({
      id: z.int(),
      name: z.string().optional(),
      is_started: z.boolean(),
      is_stopped: z.boolean().optional(),
      is_upsolving: z.boolean().optional(),
      is_clients_suspended: z.boolean().optional(),
    }),
    compilers: z.array(Compiler).optional(),
    problems: z.array(ContestProblem).optional(),
  })
  .refine(({ contest, compilers, problems }) => !contest.is_started || (compilers && problems), {
    message: 'a contest that runs has compilers and problems',
  });
export type Contest = z.output<typeof Contest>;
export type ContestProblem = z.output<typeof ContestProblem>;
type Compiler = z.output<typeof Compiler>;

/** Finds a problem by its number or short name; where a name is a number, too, the number counts, as in ejudge. */
export function findProblem({ problems = [] }: Contest, problem: string): ContestProblem | null {
  const byNumber = /^\d{1,9}$/.test(problem) ? problems.find(({ id }) => id === Number(problem)) : undefined;
  return byNumber ?? problems.find(({ short_name }) => short_name === problem) ?? null;
}

/** Name under which a problem is stored: the short one, unless it looks like a number of another problem. */
export const nameOf = ({ id, short_name }: ContestProblem) =>
  /^\d+$/.test(short_name) || /[\s:]/.test(short_name) ? String(id) : short_name;

/** Title of a problem. */
export const titleOf = ({ short_name, long_name }: Pick<ContestProblem, 'short_name' | 'long_name'>) =>
  long_name?.trim() || short_name;

/** Languages of a contest. @param allowed numbers that a problem takes; null: all */
export function languagesOf({ compilers = [] }: Contest, allowed: readonly number[] | null) {
  return compilers.filter(({ id }) => allowed === null || allowed.includes(id)).map(languageOf);
}

function languageOf({ id, short_name, long_name, src_sfx }: Compiler): ForeignLanguage {
  const extension = src_sfx.replace(/^\./, '');
  const names = [long_name ?? '', short_name];
  const named = names.map(familyOf).find(({ family }) => family !== 'text');
  return {
    foreignLanguageId: String(id),
    name: long_name?.trim() || short_name,
    family: FAMILY_OF_EXTENSION.get(extension) ?? named?.family ?? 'text',
    extensions: extension === '' ? [] : [extension],
  };
}

/** What a compiler takes is told best by the ending of its sources: names are free text of each server. */
const FAMILY_OF_EXTENSION: ReadonlyMap<string, LanguageFamily> = new Map([
  ['c', 'c_cpp'],
  ...Object.values(LANGUAGES).flatMap(({ family, extensions }) =>
    extensions.map((extension) => [extension, family] as const),
  ),
]);
