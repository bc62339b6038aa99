import type { Award, AwardKind } from '@balloon/domain/ceremony/awards.ts';

/** Words of the ICPC for awards that need no name. */
const CITATIONS: Record<Exclude<AwardKind, 'rank' | 'groupWinner' | 'firstToSolve'>, string> = {
  winner: 'Contest winner',
  gold: 'Gold medal winner',
  silver: 'Silver medal winner',
  bronze: 'Bronze medal winner',
  highestHonors: 'Highest honors',
  highHonors: 'High honors',
  honors: 'Honors',
  honorable: 'Honorable mention',
};

/** What an award of the table is given for, in English as files of the ICPC have it. */
export function citationOf(
  { kind, of }: Award,
  {
    problems,
    groups,
  }: {
    problems: readonly { index: string; title: string }[];
    groups: readonly { id: number; name: string }[];
  },
): string {
  if (kind === 'rank') return `Rank ${of}`;
  if (kind === 'groupWinner') return `Winner of ${groups.find(({ id }) => id === of)?.name ?? `group ${of}`}`;
  if (kind !== 'firstToSolve') return CITATIONS[kind];
  const problem = problems[of ?? 0];
  return `First to solve problem ${problem?.index}: ${problem?.title}`;
}
