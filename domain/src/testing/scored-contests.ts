import fc from 'fast-check';
import type { ScoreboardContest, ScoreboardEvent } from '#scoreboard.ts';
import type { Adjustment } from '#scoreboard-rows.ts';
import {
  FIRST_SOLVERS,
  PENALTY_PRECISIONS,
  type ScoringRules,
  TIE_BREAKS,
  UNOFFICIAL_ROWS,
} from '#scoring-rules.ts';
import { contest, PARTICIPANTS, STEP_MS } from '#testing/scoreboard-logs.ts';

/** Rules of scoring. */
const rules: fc.Arbitrary<ScoringRules> = fc.record({
  wrongTryPenaltyMin: fc.constantFrom(0, 1, 20),
  countsCompilationErrors: fc.boolean(),
  penaltyPrecision: fc.constantFrom(...PENALTY_PRECISIONS),
  tieBreak: fc.constantFrom(...TIE_BREAKS),
  firstSolvers: fc.constantFrom(...FIRST_SOLVERS),
  unofficialRows: fc.constantFrom(...UNOFFICIAL_ROWS),
});

const namedVerdicts = fc.option(fc.subarray([2, 3, 12]), { nil: undefined });

/** Contests with drawn rules, perhaps with a disabled problem. */
export const scored = fc.tuple(rules, namedVerdicts, fc.subarray([101, 102], { maxLength: 1 })).map(
  ([scoring, named, disabledProblemIds]): ScoreboardContest => ({
    ...{ ...contest, disabledProblemIds },
    scoring: { ...scoring, ...(named && { penalizedVerdicts: named }) },
  }),
);

const adjustment: fc.Arbitrary<Adjustment> = fc.record({
  isOfficial: fc.boolean(),
  isDisqualified: fc.nat(3).map((dice) => dice === 0),
  penaltyMin: fc.constantFrom(0, 0, 1, 25, -10),
  startShiftMs: fc.constantFrom(0, 0, STEP_MS, 7 * STEP_MS),
});

/** Decisions about people, some of them twice. */
export const adjusted = fc
  .array(fc.tuple(fc.constantFrom(...PARTICIPANTS), adjustment), { maxLength: 6 })
  .map((decisions) =>
    decisions.map(
      ([userId, decided]): ScoreboardEvent => ({ type: 'adjusted', userId, adjustment: decided }),
    ),
  );
