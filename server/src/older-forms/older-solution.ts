import type { VerdictUpdated } from '@balloon/contracts/socket/events.ts';
import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { withKnownSystem } from '#older-forms/older-system.ts';

/**
 * Verdicts without a colour in older clients → the verdict in whose colour they show. Their fifth means both a wrong
 * format and too much output; the name stays, since they show the one that is sent.
 */
const COLORED_AS: ReadonlyMap<number, number> = new Map([
  [VERDICTS.outputLimit.id, VERDICTS.presentationError.id],
]);

type AnySolution = Solution | VerdictUpdated;

/** Converts a solution, from a list or an event, to a verdict and systems that older clients know. */
export function olderSolution<Shown extends AnySolution>(solution: Shown): Shown {
  const { verdictId, verdict, problem, language } = solution;
  return {
    ...solution,
    verdictId: coloredId(verdictId),
    problem: withKnownSystem(problem),
    language: withKnownSystem(language),
    ...(verdict ? { verdict: { ...verdict, id: coloredId(verdict.id) } } : {}),
  };
}

/** Converts a page of solutions. */
export const olderSolutions = <Page extends { solutions: Solution[] }>(page: Page): Page => ({
  ...page,
  solutions: page.solutions.map(olderSolution),
});

const coloredId = (id: number | null) => (id === null ? null : (COLORED_AS.get(id) ?? id));
