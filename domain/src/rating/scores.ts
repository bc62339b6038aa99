/** Problems that somebody solved in one contest: in the main time, and otherwise. */
export interface Solves {
  inTime: number;
  later: number;
}

/** What one solved problem is worth; may be a fraction or negative. */
export interface ScorePoints {
  inTime: number;
  later: number;
}

/** The same with the place of the contest in their order, from 0. */
export interface SolvesInContest extends Solves {
  column: number;
}

export interface ScoreRow {
  userId: number;
  /** In the contests in which the person solved something. */
  solves: readonly SolvesInContest[];
  scoreInTime: number;
  scoreLater: number;
  scoreSum: number;
  /** Place of the first row of a tie. */
  rank: number;
  /** The rank, or the places that a tie takes: `2-3`. */
  displayRank: number | string;
}

/**
 * Number of digits that are compared, more than any problem gives; beyond them equal sums would differ by the order
 * of addition.
 */
const PRECISION = 1e6;
const rounded = (value: number) => Math.round(value * PRECISION) / PRECISION;

/**
 * Adds up what people solved over several contests, best sum first, then best in time. Who solved nothing is
 * left out; equal scores share their place.
 */
export function scoreTable(
  people: Iterable<Pick<ScoreRow, 'userId' | 'solves'>>,
  points: ScorePoints,
): ScoreRow[] {
  const rows = [...people]
    .filter(({ solves }) => solves.some(({ inTime, later }) => inTime + later > 0))
    .map((person) => ({ ...person, ...scoresOf(person.solves, points) }))
    .sort((a, b) => compareScores(a, b) || a.userId - b.userId);
  return withRanks(rows);
}

type Scores = Pick<ScoreRow, 'scoreInTime' | 'scoreLater' | 'scoreSum'>;

function scoresOf(solves: readonly Solves[], points: ScorePoints): Scores {
  const count = (which: keyof Solves) => solves.reduce((sum, solved) => sum + solved[which], 0);
  const scoreInTime = rounded(points.inTime * count('inTime'));
  const scoreLater = rounded(points.later * count('later'));
  return { scoreInTime, scoreLater, scoreSum: rounded(scoreInTime + scoreLater) };
}

const compareScores = (a: Scores, b: Scores) => b.scoreSum - a.scoreSum || b.scoreInTime - a.scoreInTime;

function withRanks<Row extends Scores>(
  rows: readonly Row[],
): (Row & Pick<ScoreRow, 'rank' | 'displayRank'>)[] {
  const firsts = rows.map((row, index) => (isTie(rows[index - 1], row) ? -1 : index)).filter((i) => i >= 0);
  return firsts.flatMap((first, index) => {
    const end = firsts[index + 1] ?? rows.length;
    const rank = first + 1;
    const displayRank = end === rank ? rank : `${rank}-${end}`;
    return rows.slice(first, end).map((row) => ({ ...row, rank, displayRank }));
  });
}

const isTie = (above: Scores | undefined, row: Scores) =>
  above !== undefined && compareScores(above, row) === 0;
