import { rateByCodeforces } from '#rating/codeforces.ts';
import type { Contender, RatedContender } from '#rating/field.ts';
import { rateContest } from '#rating/rating.ts';
import { densePlaces, type FinalResult, lastPlaces } from '#rating/results.ts';

/** A way to compute ratings: how places are counted, and their effect. */
interface RatingFormulaRules {
  placesOf: (results: readonly FinalResult[]) => number[];
  rate: (contenders: readonly Contender[]) => RatedContender[];
}

/** The formulas that a group may choose from. */
export const RATING_FORMULAS = {
  balloon: { placesOf: densePlaces, rate: rateContest },
  codeforces: { placesOf: lastPlaces, rate: rateByCodeforces },
} as const satisfies Record<string, RatingFormulaRules>;
export type RatingFormula = keyof typeof RATING_FORMULAS;

/** What a group decided about its ratings. */
export interface RatingRules {
  readonly formula: RatingFormula;
  /** Whether people who joined and sent nothing are rated too. */
  readonly ratesSilent: boolean;
}
