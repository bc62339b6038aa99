import type {
  ScoreboardCell,
  ScoreboardPage,
  ScoreboardRow,
} from '@balloon/contracts/scoreboard/scoreboard.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import type { ViewedCell, ViewedRow } from '@balloon/domain/scoreboard/scoreboard.ts';
import type { KeptText } from '#features/scoreboard/board/table-facts.ts';
import { cellText } from '#features/scoreboard/look/cell-text.ts';
import {
  personOf,
  type ScoreboardLook,
  type ScoredTimes,
  timesOfRow,
} from '#features/scoreboard/look/look-at-scoreboard.ts';
import { shortHash } from '#http/answers/packed-page.ts';

/** Row of a page: its person and its result, which are kept while they are the same, and its place. */
export interface ShownRow {
  userId: number;
  user: KeptText;
  result: KeptText;
  place: string;
}

/** Page of the table as one kind of viewer sees it, without the titles of problems. */
export interface ShownPage {
  rows: readonly ShownRow[];
  facts: PageFacts;
  /** Hash of it all: pages are the same where it is the same, on each web process. */
  version: string;
}

export type PageFacts = Pick<
  ScoreboardPage,
  'rowsNumber' | 'statistics' | 'lastSolutionSentAtMs' | 'isFrozen'
>;

/** A page as it is shown; what a viewer may not know is not in it, nor in its version. */
export function shownPage(look: ScoreboardLook): ShownPage {
  const { view, columns, pastMs } = look;
  const { rowsNumber, isFrozen } = view;
  const facts = {
    rowsNumber,
    statistics: view.statistics.map((numbers, position) => ({
      problemIndex: columns[position]?.index ?? '',
      ...numbers,
    })),
    // A page of the past stays the same while solutions come.
    lastSolutionSentAtMs: pastMs ?? view.lastSolutionSentAtMs,
    isFrozen,
  };
  const rows = view.rows.map((row) => shownRow(look, row));
  const parts = rows.map(({ user, result, place }) => user.digest + result.digest + place);
  return { rows, facts, version: shortHash(`${parts.join()} ${JSON.stringify(facts)}`) };
}

/** Writes a page of the table as JSON, all but its end, which `pageEnding` adds. */
export function pageText({ columns, pastMs }: ScoreboardLook, { rows, facts, version }: ShownPage): string {
  const { lastSolutionSentAtMs: createdAtMs, ...shown } = facts;
  const rest: Omit<ScoreboardPage, 'rows' | 'ownRow' | 'lastSolutionSentAtMs'> = {
    header: columns.map(({ index, name, color, isDisabled }) => ({
      ...{ problemIndex: index, name, color },
      ...(isDisabled && { isDisabled: true as const }),
    })),
    ...shown,
    isPastQuery: pastMs !== null,
    actualTableHash: { hash: version, createdAtMs },
  };
  return `${JSON.stringify(rest).slice(0, -1)},"rows":[${rows.map(rowText).join()}]`;
}

/** The end of a page that `pageText` began: the viewer's row, and what is new also for those who look at the past. */
export function pageEnding(look: ScoreboardLook): string {
  return `,"lastSolutionSentAtMs":${look.view.lastSolutionSentAtMs},"ownRow":${ownRowText(look)}}`;
}

/** The viewer's row as JSON, `null` without one. */
export function ownRowText(look: ScoreboardLook): string {
  const { ownRow } = look.view;
  return ownRow ? rowText(shownRow(look, ownRow)) : 'null';
}

export const rowText = ({ user, result, place }: ShownRow) => `{"user":${user.text},${result.text},${place}}`;

function shownRow(look: ScoreboardLook, row: ViewedRow): ShownRow {
  const { rank, displayRank, groupNumber, globalIndex, extraTimeMs, rankAmongShown } = row;
  const extra = JSON.stringify({ extraTimeMs, rankAmongShown }).slice(1, -1);
  const shownAs = typeof displayRank === 'number' ? displayRank : `"${displayRank}"`;
  return {
    userId: row.userId,
    user: userText(look, row.userId),
    result: resultText(look, row),
    place: `"rank":${rank},"displayRank":${shownAs},"groupNumber":${groupNumber},"globalIndex":${globalIndex}${extra && `,${extra}`}`,
  };
}

function userText(look: ScoreboardLook, userId: number): KeptText {
  const { texts } = look.people;
  const known = texts.get(userId);
  if (known) return known;
  const made = keptText(JSON.stringify(personOf(look, userId)));
  texts.set(userId, made);
  return made;
}

const keptText = (text: string): KeptText => ({ text, digest: shortHash(text) });

type RowResult = Omit<
  ScoreboardRow,
  'user' | 'rank' | 'displayRank' | 'rankAmongShown' | 'groupNumber' | 'globalIndex' | 'extraTimeMs'
>;

/** What a row is without its person and place. */
function resultText(look: ScoreboardLook, row: ViewedRow): KeptText {
  const { cellTexts } = look.facts;
  const known = cellTexts.get(row.cells);
  if (known) return known;
  const { acceptedSolutions, acceptedSolutionsInTime, penalty, startShiftMs = 0 } = row;
  const { penaltySec, isUnofficial, isDisqualified, penaltyAdjustmentMin } = row;
  const times = timesOfRow(look.contest, row);
  const result: RowResult = {
    cells: row.cells.map((cell, position) => renderCell(times, cell, look.columns[position]?.index ?? '')),
    acceptedSolutions,
    acceptedSolutionsInTime,
    penalty,
    ...(penaltySec !== undefined && { penaltySec }),
    ...(isUnofficial && { isUnofficial }),
    ...(isDisqualified && { isDisqualified }),
    ...(penaltyAdjustmentMin !== undefined && { penaltyAdjustmentMin }),
    ...(startShiftMs > 0 && { startShiftMs }),
  };
  const made = keptText(JSON.stringify(result).slice(1, -1));
  cellTexts.set(row.cells, made);
  return made;
}

function renderCell(contest: ScoredTimes, cell: ViewedCell, problemSymbol: string): ScoreboardCell {
  const { acceptedAtMs, penaltyMin: penalty, isFrozen, ...same } = cell;
  return {
    problemSymbol,
    ...(acceptedAtMs !== undefined && { acceptedAfterMs: contestTimeMs(contest, acceptedAtMs) }),
    ...(penalty !== undefined && { penalty }),
    ...(isFrozen && { cellFrozen: true }),
    ...same,
    ...cellText(contest, cell),
  };
}
