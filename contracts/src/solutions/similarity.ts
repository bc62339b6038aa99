import { z } from 'zod';
import { atMostBytes, Id, InstantMs, Locale, NO_ZERO_BYTES } from '#common.ts';
import { ContestParams } from '#contests.ts';
import { MAX_SOURCE_BYTES } from '#judging/solution-limits.ts';
import { SymbolIndex } from '#problems/problems.ts';
import { PublicUser } from '#users.ts';

/** Solutions of different people that have much in common; for supervisors. */

export const SimilarityQuery = z.object({
  locale: Locale.optional().describe('language of titles of problems'),
});

const SimilarSolution = z.object({
  id: Id,
  author: PublicUser,
  sentAtMs: InstantMs,
  languageName: z.string(),
});

export const SimilarPair = z.object({
  symbolIndex: z.string(),
  color: z.string(),
  title: z.string(),
  one: SimilarSolution.describe('the earlier one'),
  other: SimilarSolution,
  similarity: z.number().describe('part of the smaller one that is in the other, 0 to 1'),
  shared: z.number().int().describe('number of common pieces'),
  cluster: z.number().int().describe('pairs of one problem that touch have the same number, from 1'),
});
export type SimilarPair = z.infer<typeof SimilarPair>;

export const SimilarityReport = z.object({
  contest: z.object({ id: Id, name: z.string(), keepsDrafts: z.boolean() }),
  state: z.enum(['none', 'running', 'done', 'cancelled']),
  startedAtMs: InstantMs.nullable(),
  endedAtMs: InstantMs.nullable(),
  comparedNumber: z.number().int(),
  partsNumber: z.number().int().describe('parts of the work'),
  endedParts: z.number().int(),
  waitsFor: z
    .enum(['judge', 'turn'])
    .nullable()
    .describe('judge: no judge that compares works at the moment; turn: judges do what comes first'),
  leftOut: z
    .array(z.object({ id: Id, symbolIndex: z.string(), author: PublicUser }))
    .describe('solutions that could not be read'),
  failedProblems: z
    .array(z.string())
    .describe('indexes of problems whose solutions could not all be compared'),
  pairs: z.array(SimilarPair).describe('most similar first'),
  templates: z
    .array(z.object({ symbolIndex: z.string(), title: z.string(), source: z.string() }))
    .describe('of every problem what participants were given, which does not count; empty: nothing'),
});
export type SimilarityReport = z.infer<typeof SimilarityReport>;

export const SetTemplate = z.object({
  symbolIndex: SymbolIndex,
  source: z
    .string()
    .refine(...NO_ZERO_BYTES)
    .refine(...atMostBytes(MAX_SOURCE_BYTES))
    .describe('empty: none'),
});
export type SetTemplate = z.infer<typeof SetTemplate>;

export const SimilarPairParams = ContestParams.extend({ one: Id, other: Id });

const ComparedSource = SimilarSolution.extend({
  source: z.string(),
  common: z
    .array(z.object({ from: z.number().int(), to: z.number().int() }))
    .describe('lines, from 1, both included, that the other one has too'),
});
export const ComparedSources = z.object({ one: ComparedSource, other: ComparedSource });
export type ComparedSources = z.infer<typeof ComparedSources>;
