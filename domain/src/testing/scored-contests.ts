import fc from 'fast-check';
import {
  EDGE_INSTANTS,
  FIRST_SOLVERS,
  PENALTY_PRECISIONS,
  REMOVED_SOLUTIONS,
  type ScoringRules,
  TIE_BREAKS,
  TIED_ROWS,
  UNOFFICIAL_ROWS,
} from '#contests/scoring-rules.ts';
import type { Adjustment } from '#scoreboard/rows.ts';
import type { ScoreboardContest, ScoreboardEvent } from '#scoreboard/scoreboard.ts';
import { contest, PARTICIPANTS, STEP_MS, STEPS } from '#testing/scoreboard-logs.ts';

/** Rules of scoring. */
const rules: fc.Arbitrary<ScoringRules> = fc.record({
  wrongTryPenaltyMin: fc.constantFrom(0, 1, 20),
  countsCompilationErrors: fc.boolean(),
  penaltyPrecision: fc.constantFrom(...PENALTY_PRECISIONS),
  tieBreak: fc.constantFrom(...TIE_BREAKS),
  tiedRows: fc.constantFrom(...TIED_ROWS),
  firstSolvers: fc.constantFrom(...FIRST_SOLVERS),
  unofficialRows: fc.constantFrom(...UNOFFICIAL_ROWS),
  edgeInstants: fc.constantFrom(...EDGE_INSTANTS),
  removedSolutions: fc.constantFrom(...REMOVED_SOLUTIONS),
});

const namedVerdicts = fc.option(fc.subarray([2, 3, 12]), { nil: undefined });

/** A removed interval of the main time. */
const interval = fc.tuple(fc.nat(STEPS.end - 1), fc.integer({ min: 1, max: 8 })).map(([from, length]) => ({
  ...{ id: 1, isEndMoved: false },
  ...{ fromMs: from * STEP_MS, toMs: (from + length) * STEP_MS },
}));

/** Contests with drawn rules, perhaps with a disabled problem or a removed interval. */
export const scored = fc
  .tuple(rules, namedVerdicts, fc.subarray([101, 102], { maxLength: 1 }), fc.option(interval))
  .map(
    ([scoring, named, disabledProblemIds, cut]): ScoreboardContest => ({
      ...{ ...contest, disabledProblemIds, removedIntervals: cut ? [cut] : [] },
      scoring: { ...scoring, ...(named && { penalizedVerdicts: named }) },
    }),
  );

const adjustment: fc.Arbitrary<Adjustment> = fc.record({
  isOfficial: fc.boolean(),
  isDisqualified: fc.nat(3).map((dice) => dice === 0),
  penaltyMin: fc.constantFrom(0, 0, 1, 25, -10),
  startShiftMs: fc.constantFrom(0, 0, STEP_MS, 7 * STEP_MS),
});

const decision = fc
  .tuple(fc.constantFrom(...PARTICIPANTS), adjustment)
  .map(([userId, decided]): ScoreboardEvent => ({ type: 'adjusted', userId, adjustment: decided }));
const naming = fc
  .tuple(fc.constantFrom(...PARTICIPANTS), fc.constantFrom('Zürich', 'Ural', 'alma mater', 'Alma Mater'))
  .map(([userId, tieName]): ScoreboardEvent => ({ type: 'named', userId, tieName }));

/** Decisions about people and their names, some of them twice. */
export const adjusted = fc.array(fc.oneof(decision, naming), { maxLength: 10 });
