import { createHash } from 'node:crypto';
import type {
  OlderScoreboard,
  OlderScoreboardQuery,
  ScoreboardCell,
  ScoreboardPage,
  ScoreboardQuery,
  ScoreboardRow,
} from '@balloon/contracts/scoreboard.ts';
import { contestTimeMs } from '@balloon/domain/contest-time.ts';
import type { ViewedCell, ViewedRow } from '@balloon/domain/scoreboard.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { cellText } from '#features/scoreboard/cell-text.ts';
import type { LiveScoreboards } from '#features/scoreboard/live-scoreboards.ts';
import { lookAtScoreboard, type ScoreboardLook } from '#features/scoreboard/look-at-scoreboard.ts';
import type { Services, User } from '#services.ts';

/** A page of the scoreboard as of an instant; errors as of `lookAtScoreboard`. */
export async function viewScoreboardPage(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  asked: ScoreboardQuery & { contestId: number; locale: Locale },
): Promise<ScoreboardPage> {
  const { showInTimeMs, ...page } = asked;
  const look = await lookAtScoreboard(services, scoreboards, viewer, { ...page, atMs: showInTimeMs });
  const { rowsNumber, statistics, lastSolutionSentAtMs, isFrozen, ownRow } = look.view;
  const rows = look.view.rows.map((row) => renderRow(look, row));
  return {
    header: look.problems.map(({ index, name, color }) => ({ problemIndex: index, name, color })),
    rows,
    rowsNumber,
    statistics: statistics.map((numbers, position) => ({
      problemIndex: look.problems[position]?.index ?? '',
      ...numbers,
    })),
    lastSolutionSentAtMs,
    isPastQuery: showInTimeMs < look.nowMs,
    isFrozen,
    ownRow: ownRow && renderRow(look, ownRow),
    actualTableHash: { hash: hashOf(rows), createdAtMs: lastSolutionSentAtMs },
  };
}

function renderRow(look: ScoreboardLook, { userId, cells, ...row }: ViewedRow): ScoreboardRow {
  return {
    user: look.userOf(userId),
    cells: cells.map((cell, position) => renderCell(look, cell, look.problems[position]?.index ?? '')),
    ...row,
  };
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

/** Hash of rows as the viewer sees them, so that it does not reveal hidden changes. */
function hashOf(rows: readonly ScoreboardRow[]): string {
  const hash = createHash('sha256');
  for (const { user, penalty, globalIndex, cells } of rows) {
    hash.update(`${globalIndex} ${user.id} ${penalty}`);
    hash.update(cells.map((cell) => `${cell.result} ${cell.acceptedAfterMs} ${cell.pendingTries}`).join());
  }
  return hash.digest('hex');
}

/** All rows in the older form, with the same order and freeze; errors as of `lookAtScoreboard`. */
export async function viewOlderScoreboard(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  asked: OlderScoreboardQuery & { contestId: number; locale: Locale },
): Promise<OlderScoreboard> {
  const atMs = Number.POSITIVE_INFINITY;
  const look = await lookAtScoreboard(services, scoreboards, viewer, { ...asked, atMs });
  return {
    header: { row: look.problems.map(({ index, name }) => ({ task: { index, name } })) },
    rows: look.view.rows.map((row) => ({
      user: look.userOf(row.userId),
      row: row.cells.map((cell, position) =>
        renderOlderCell(look, cell, look.problems[position]?.index ?? ''),
      ),
      score: row.penalty,
      solutions: row.acceptedSolutions,
      solutionsInTime: row.acceptedSolutionsInTime,
      rank: row.rank,
      group: row.groupNumber,
    })),
  };
}

function renderOlderCell({ contest }: ScoreboardLook, cell: ViewedCell, task: string) {
  const { result, acceptedAt } = cellText(contest, cell);
  return {
    task,
    result,
    ...(acceptedAt !== undefined && { time: acceptedAt }),
    ...(cell.inPractice !== undefined && { inPractice: cell.inPractice }),
    ...(cell.isFrozen && { frozen: true }),
  };
}
