import { z } from 'zod';
import { familyOf } from '#language-family.ts';
import type { ForeignLanguage } from '#outside-system.ts';
import { commonLimit } from '#yandex/units.ts';

const Limit = z.object({
  compilerName: z.string().nullish(),
  timeLimit: z.number().nullish(),
  memoryLimit: z.number().nullish(),
});

const StatementFile = z.object({
  locale: z.string().nullish(),
  path: z.string().nullish(),
  type: z.string().nullish(),
});

/** Problem of a contest. */
export const ContestProblem = z.object({
  alias: z.string().min(1).max(100),
  name: z.string().max(1000),
  /** Number of the problem within Yandex, such as `2989/2020_04_22/AbCdEf`. */
  id: z.string().nullish(),
  compilers: z.array(z.string()).nullish(),
  limits: z.array(Limit).nullish(),
  statements: z.array(StatementFile).nullish(),
});
export type ContestProblem = z.infer<typeof ContestProblem>;

/** Answer of `contests/{id}/problems`. */
export const ContestProblems = z.object({ problems: z.array(ContestProblem).max(1000) });

/** Answer of `compilers`. */
export const Compilers = z.object({
  compilers: z
    .array(z.object({ id: z.string().min(1), name: z.string(), deprecated: z.boolean().nullish() }))
    .max(1000),
});
export type Compilers = z.infer<typeof Compilers>;

/** Answer of `contests/{id}/participation`. */
export const Participation = z.object({
  contestState: z.string().nullish(),
  upsolvingAllowed: z.boolean().nullish(),
});
export type Participation = z.infer<typeof Participation>;

/** Answer of `service/introspect`. */
export const TokenInfo = z.object({
  active: z.boolean().nullish(),
  scope: z.union([z.string(), z.array(z.string())]).nullish(),
});

/** The scopes of a token. */
export function scopesOf({ active, scope }: z.infer<typeof TokenInfo>): readonly string[] {
  if (active === false) return [];
  return typeof scope === 'string' ? scope.split(/[\s,]/) : (scope ?? []);
}

/** Limits of a problem, which the API gives by compiler. */
export function limitsOf({ limits }: ContestProblem) {
  const all = (limits ?? []).map(({ compilerName, timeLimit, memoryLimit }) => ({
    language: compilerName ?? 'all',
    timeMs: positive(timeLimit),
    memoryBytes: positive(memoryLimit),
  }));
  const memoryBytes = commonLimit(all.map(({ language, memoryBytes: value }) => ({ language, value })));
  return {
    timeLimitMs: commonLimit(all.map(({ language, timeMs: value }) => ({ language, value }))),
    memoryLimitKb: memoryBytes === null ? null : Math.round(memoryBytes / 1024),
  };
}

const positive = (value: number | null | undefined) =>
  typeof value === 'number' && value > 0 ? value : null;

/** Languages of a problem: its compilers by the names of the system, or all that are in use when it names none. */
export function languagesOf({ compilers: ids }: ContestProblem, { compilers }: Compilers): ForeignLanguage[] {
  const names = new Map(compilers.map(({ id, name }) => [id, name]));
  const taken =
    ids && ids.length > 0 ? ids : compilers.filter((each) => !each.deprecated).map(({ id }) => id);
  return taken.map((id) => {
    const name = names.get(id) ?? id;
    return { foreignLanguageId: id, name, ...familyOf(name) };
  });
}

/** Compilers that a problem takes; null: all, as one without a list does. */
export const takenBy = ({ compilers }: ContestProblem) =>
  compilers && compilers.length > 0 ? compilers.map((id) => ({ foreignLanguageId: id })) : null;
