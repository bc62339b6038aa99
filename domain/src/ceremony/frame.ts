import { compareTotals } from '#ceremony/resolver.ts';
import {
  type PresentedAward,
  type PresentedCell,
  type PresentedRow,
  type Scene,
  type Script,
  sceneAfter,
} from '#ceremony/script.ts';

/** Rows that are drawn above and below the one that is looked at. */
const ABOVE = 9;
const BELOW = 3;

/** An award as far as words are made of it. */
export interface AwardWords {
  kind: PresentedAward['kind'];
  /** What it is for: the group, the problem, or the award by hand. */
  of: string;
}

/** Somebody who is honoured, alone on the screen. */
export interface FramedTeam {
  organization: string | null;
  /** Address of a picture. */
  logo: string | null;
  photo: string | null;
  members: readonly string[];
}

export interface FrameRow {
  /** Number by which a row stays the same while it moves; says nothing about the person. */
  key: number;
  /** Place from 0 among the rows of the frame. */
  place: number;
  /** Rank as the table stands now; null outside of the ranking. */
  rank: number | null;
  name: string;
  cells: { state: 'solved' | 'first' | 'hidden' | 'wrong' | 'none'; text: string; isOpened: boolean }[];
  solved: number;
  penaltyMin: number;
  isLooked: boolean;
  isSettled: boolean;
}

/** All that the hall sees after a step, and nothing that is still hidden. */
export interface Frame {
  contest: string;
  /** Indices of the problems. */
  problems: string[];
  rows: FrameRow[];
  honoured: { name: string; rank: number | null; team: FramedTeam | null; awards: AwardWords[] } | null;
  slide: { award: AwardWords; citation: string; names: string[]; team: FramedTeam | null } | null;
}

/** The frame after the first steps, in order. */
export const frameAfter = (script: Script, number: number): Frame =>
  frameOf(script, sceneAfter(script, number));

/** The frame of a scene. */
export function frameOf(script: Script, scene: Scene): Frame {
  const { contest, problems } = script.ceremony;
  return {
    contest: contest.name,
    problems: problems.map(({ index }) => index),
    rows: rowsOf(script, scene),
    honoured: honouredIn(script, scene),
    slide: slideOf(script, scene),
  };
}

function rowsOf(script: Script, { table, place: looked, opened, isOver }: Scene): FrameRow[] {
  const first = Math.max(0, Math.min(looked - ABOVE, table.length - ABOVE - BELOW - 1));
  const ranks = ranksOf(script, table);
  const keys = new Map(script.ceremony.rows.map(({ userId }, key) => [userId, key]));
  return table.slice(first, first + ABOVE + BELOW + 1).map((row, index) => ({
    key: keys.get(row.userId) ?? -1,
    place: index,
    rank: ranks[first + index] ?? null,
    name: script.people.get(row.userId)?.name ?? '',
    cells: row.cells.map((cell, position) => ({
      state: stateOf(cell),
      text: textOf(cell),
      isOpened: opened?.userId === row.userId && opened.position === position,
    })),
    solved: row.totals.solved,
    penaltyMin: Math.floor(row.totals.penaltySec / 60),
    isLooked: first + index === looked,
    isSettled: row.isSettled && !isOver, // no row of the final table stands back
  }));
}

function stateOf({ penaltyMin, isFrozen, isFirstSolve, wrongTries }: PresentedCell) {
  if (penaltyMin !== undefined) return isFirstSolve ? 'first' : 'solved';
  if (isFrozen) return 'hidden';
  return wrongTries > 0 ? 'wrong' : 'none';
}

function textOf({ penaltyMin, isFrozen, wrongTries, pendingTries }: PresentedCell): string {
  if (penaltyMin !== undefined) return wrongTries > 0 ? `+${wrongTries}` : '+';
  if (isFrozen) return `? ${pendingTries}`;
  return wrongTries > 0 ? `−${wrongTries}` : '';
}

/** Ranks as they stand now; ties share the first place of theirs, and who is out of the ranking has none. */
function ranksOf({ people }: Script, table: Scene['table']): (number | null)[] {
  let above: Scene['table'][number] | null = null;
  let [rank, places] = [0, 0];
  return table.map((row) => {
    if (people.get(row.userId)?.hasPlace === false) return null;
    places += 1;
    if (!above || compareTotals(above.totals, row.totals) !== 0) rank = places;
    above = row;
    return rank;
  });
}

function honouredIn(script: Script, { honoured }: Scene): Frame['honoured'] {
  const person = honoured === null ? undefined : script.people.get(honoured);
  if (!person) return null;
  return {
    name: person.name,
    rank: person.hasPlace ? person.rank : null,
    team: teamOf(person),
    awards: (script.awards.get(person.userId) ?? []).map((award) => wordsOf(script, award)),
  };
}

function slideOf(script: Script, { slide }: Scene): Frame['slide'] {
  if (!slide) return null;
  const [only, ...others] = slide.userIds;
  const single = only === undefined || others.length > 0 ? undefined : script.people.get(only);
  return {
    award: wordsOf(script, slide),
    citation: slide.citation ?? '',
    names: slide.userIds.map(
      (userId, index) => slide.names?.[index] ?? script.people.get(userId)?.name ?? '',
    ),
    team: single ? teamOf(single) : null,
  };
}

const teamOf = ({ team }: PresentedRow): FramedTeam | null => team && { ...team, members: [...team.members] };

/** An award with what it is for in words. */
export function wordsOf({ ceremony }: Script, { kind, of, group, title }: PresentedAward): AwardWords {
  if (kind === 'byHand') return { kind, of: title ?? '' };
  if (kind === 'groupWinner') return { kind, of: group ?? '' };
  const problem = kind === 'firstToSolve' ? ceremony.problems[of ?? 0] : undefined;
  return { kind, of: problem ? `${problem.index}. ${problem.title}` : '' };
}
