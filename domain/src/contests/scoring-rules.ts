import { VERDICTS, verdictById } from '#judging/verdicts.ts';

/**
 * Unit in which times of solves enter the penalty: whole minutes of each one, seconds of each one, or the sum of seconds
 * as whole minutes.
 */
export const PENALTY_PRECISIONS = ['minute', 'second', 'total'] as const;
export type PenaltyPrecision = (typeof PENALTY_PRECISIONS)[number];

/** Whether rows with equal results share their place, or the earlier last solve decides. */
export const TIE_BREAKS = ['shared', 'lastAccepted'] as const;
export type TieBreak = (typeof TIE_BREAKS)[number];

/** Order of rows that share a place: who joined first, or by organisation and name. */
export const TIED_ROWS = ['joined', 'organization'] as const;
export type TiedRows = (typeof TIED_ROWS)[number];

/** People whose solve may be the first of a problem. */
export const FIRST_SOLVERS = ['all', 'official'] as const;
export type FirstSolvers = (typeof FIRST_SOLVERS)[number];

/** How people out of competition stand in the table: with places, without, or seen by supervisors and themselves only. */
export const UNOFFICIAL_ROWS = ['ranked', 'unranked', 'hidden'] as const;
export type UnofficialRows = (typeof UNOFFICIAL_ROWS)[number];

/** Whether what is sent exactly at the freeze or the end belongs to the time before it, or after it as the ICPC has it. */
export const EDGE_INSTANTS = ['included', 'excluded'] as const;
export type EdgeInstants = (typeof EDGE_INSTANTS)[number];

/** Whether what is sent in a removed interval counts for nobody, or all at the contest time at which the interval began. */
export const REMOVED_SOLUTIONS = ['ignored', 'counted'] as const;
export type RemovedSolutions = (typeof REMOVED_SOLUTIONS)[number];

/** What a contest's organisers decide about scoring. What is absent is as in most contests: the first of each list. */
export interface ScoringRules {
  /** Minutes that each wrong try before the accepted one costs. */
  readonly wrongTryPenaltyMin: number;
  /** Whether a compilation error is a wrong try, where `penalizedVerdicts` does not say it. */
  readonly countsCompilationErrors: boolean;
  /** Ids of the verdicts of wrong tries; absent: those that ran (`VERDICTS`). */
  readonly penalizedVerdicts?: readonly number[];
  readonly penaltyPrecision?: PenaltyPrecision;
  readonly tieBreak?: TieBreak;
  readonly tiedRows?: TiedRows;
  readonly firstSolvers?: FirstSolvers;
  readonly unofficialRows?: UnofficialRows;
  readonly edgeInstants?: EdgeInstants;
  readonly removedSolutions?: RemovedSolutions;
}

/** The usual rules: 20 minutes for a wrong try, none for a compilation error. */
export const USUAL_RULES: ScoringRules = { wrongTryPenaltyMin: 20, countsCompilationErrors: false };

/**
 * What the ICPC's requirements of a contest control system say of scoring. They leave open who may solve first, and where
 * people out of competition stand.
 */
export const ICPC_RULES = {
  wrongTryPenaltyMin: 20,
  countsCompilationErrors: false,
  penaltyPrecision: 'minute',
  tieBreak: 'lastAccepted',
  tiedRows: 'organization',
  edgeInstants: 'excluded',
  removedSolutions: 'counted',
} as const satisfies ScoringRules;

/** Verdicts that a contest may count as wrong tries: all but accepted and those by which the site or a jury takes an attempt out. */
export const COUNTABLE_VERDICTS: readonly number[] = Object.values(VERDICTS)
  .filter(({ id, scored }) => scored || id === VERDICTS.compilationError.id)
  .map(({ id }) => id);

/** Whether a verdict other than accepted is a wrong try. */
export function isWrongTry(
  verdictId: number,
  { penalizedVerdicts: named, countsCompilationErrors }: ScoringRules,
): boolean {
  if (named) return named.includes(verdictId);
  if (verdictId === VERDICTS.compilationError.id) return countsCompilationErrors;
  return verdictById(verdictId)?.scored === true;
}
