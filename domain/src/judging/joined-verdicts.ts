import { VERDICTS } from '#judging/verdicts.ts';

const { accepted, wrongAnswer, compilationError, runtimeError, timeLimit } = VERDICTS;
const { restrictedFunction, judgingError } = VERDICTS;

/**
 * The seven verdicts that the ICPC knows: accepted, wrong answer, compilation error, run-time error, time limit, security
 * violation (our restricted function) and judging error.
 *
 * @see CCS Requirements, "Judge Responses"
 */
export const ICPC_VERDICTS: readonly number[] = [
  ...[accepted.id, wrongAnswer.id, compilationError.id, runtimeError.id, timeLimit.id],
  ...[restrictedFunction.id, judgingError.id],
];

/** Verdicts of ours → the one of the seven that the ICPC gives in their place. */
const JOINED: ReadonlyMap<number, number> = new Map<number, number>([
  [VERDICTS.memoryLimit.id, runtimeError.id],
  [VERDICTS.outputLimit.id, wrongAnswer.id],
  [VERDICTS.presentationError.id, wrongAnswer.id],
  [VERDICTS.idlenessLimit.id, timeLimit.id],
  [VERDICTS.disqualified.id, restrictedFunction.id],
]);

/**
 * Joins a verdict to the seven of the ICPC. What is none of them, and costs no try, becomes a judging error, which costs
 * none either.
 */
export function joinedVerdict(verdictId: number): number {
  return ICPC_VERDICTS.includes(verdictId) ? verdictId : (JOINED.get(verdictId) ?? judgingError.id);
}

/** The verdicts that are shown as one of these where they are joined. */
export function verdictsShownAs(shownIds: readonly number[]): number[] {
  return Object.values(VERDICTS)
    .map(({ id }) => id)
    .filter((id) => shownIds.includes(joinedVerdict(id)));
}
