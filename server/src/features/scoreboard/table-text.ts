import { createHash } from 'node:crypto';
import type { ScoreboardCell, ScoreboardPage, ScoreboardRow } from '@balloon/contracts/scoreboard.ts';
import { contestTimeMs } from '@balloon/domain/contest-time.ts';
import type { ViewedCell, ViewedRow } from '@balloon/domain/scoreboard.ts';
import { cellText } from '#features/scoreboard/cell-text.ts';
import { personOf, type ScoreboardLook } from '#features/scoreboard/look-at-scoreboard.ts';

/**
 * Writes a page of the table as JSON, all but its end: `pageEnding` adds the viewer's row. Rows are put together from
 * texts that are kept as long as neither the person nor the result changes.
 */
export function pageText(look: ScoreboardLook): string {
  const { view, columns, isPastQuery } = look;
  const rows = `[${view.rows.map((row) => rowText(look, row)).join()}]`;
  const { rowsNumber, statistics, lastSolutionSentAtMs, isFrozen } = view;
  const rest: Omit<ScoreboardPage, 'rows' | 'ownRow'> = {
    header: columns.map(({ index, name, color }) => ({ problemIndex: index, name, color })),
    rowsNumber,
    statistics: statistics.map((numbers, position) => ({
      problemIndex: columns[position]?.index ?? '',
      ...numbers,
    })),
    lastSolutionSentAtMs,
    isPastQuery,
    isFrozen,
    // The rows as the viewer sees them, so that the hash does not reveal hidden changes.
    actualTableHash: {
      hash: createHash('sha256').update(rows).digest('hex'),
      createdAtMs: lastSolutionSentAtMs,
    },
  };
  return `${JSON.stringify(rest).slice(0, -1)},"rows":${rows}`;
}

/** The end of a page that `pageText` began. */
export function pageEnding(look: ScoreboardLook): string {
  const { ownRow } = look.view;
  return `,"ownRow":${ownRow ? rowText(look, ownRow) : 'null'}}`;
}

function rowText(look: ScoreboardLook, row: ViewedRow): string {
  const { rank, displayRank, groupNumber, globalIndex, extraTimeMs } = row;
  const place = JSON.stringify(displayRank);
  const extra = extraTimeMs === undefined ? '' : `,"extraTimeMs":${extraTimeMs}`;
  return `{"user":${userText(look, row.userId)},${resultText(look, row)},"rank":${rank},"displayRank":${place},"groupNumber":${groupNumber},"globalIndex":${globalIndex}${extra}}`;
}

function userText(look: ScoreboardLook, userId: number): string {
  const { texts } = look.people;
  const known = texts.get(userId);
  if (known !== undefined) return known;
  const text = JSON.stringify(personOf(look, userId));
  texts.set(userId, text);
  return text;
}

type RowResult = Pick<ScoreboardRow, 'cells' | 'acceptedSolutions' | 'acceptedSolutionsInTime' | 'penalty'>;

/** What a row is without its person and place. */
function resultText(look: ScoreboardLook, row: ViewedRow): string {
  const { cellTexts } = look.facts;
  const known = cellTexts.get(row.cells);
  if (known !== undefined) return known;
  const { acceptedSolutions, acceptedSolutionsInTime, penalty } = row;
  const result: RowResult = {
    cells: row.cells.map((cell, position) => renderCell(look, cell, look.columns[position]?.index ?? '')),
    acceptedSolutions,
    acceptedSolutionsInTime,
    penalty,
  };
  const text = JSON.stringify(result).slice(1, -1);
  cellTexts.set(row.cells, text);
  return text;
}

function renderCell({ contest }: ScoreboardLook, cell: ViewedCell, problemSymbol: string): ScoreboardCell {
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
