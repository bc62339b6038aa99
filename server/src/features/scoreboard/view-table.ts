import { createHash } from 'node:crypto';
import type { Table, Table2, TableQuery, TableRow } from '@balloon/contracts/scoreboard.ts';
import type { ViewedRow } from '@balloon/domain/scoreboard.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import type { LiveScoreboards } from '#features/scoreboard/live-scoreboards.ts';
import { lookAtScoreboard, type ScoreboardLook } from '#features/scoreboard/look-at-scoreboard.ts';
import type { Services, User } from '#services.ts';

/** A page of the scoreboard as of an instant; errors as of `lookAtScoreboard`. */
export async function viewTable(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  asked: TableQuery & { contestId: number; locale: Locale },
): Promise<Table2> {
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

function renderRow({ problems, userOf }: ScoreboardLook, { userId, cells, ...row }: ViewedRow): TableRow {
  return {
    user: userOf(userId),
    cells: cells.map(({ acceptedAtMs: _, wrongTries: __, ...cell }, position) => ({
      problemSymbol: problems[position]?.index ?? '',
      ...cell,
    })),
    ...row,
  };
}

/** Made of nothing but results that the viewer sees, so that it does not betray hidden changes. */
function hashOf(rows: readonly TableRow[]): string {
  const hash = createHash('sha256');
  for (const { user, penalty, globalIndex, cells } of rows) {
    hash.update(`${globalIndex} ${user.id} ${penalty}`);
    hash.update(cells.map(({ result, pendingTries }) => `${result} ${pendingTries}`).join());
  }
  return hash.digest('hex');
}

/** All rows in the older form, with the same order and freeze; errors as of `lookAtScoreboard`. */
export async function viewOlderTable(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  asked: { contestId: number; locale: Locale },
): Promise<Table> {
  const atMs = Number.POSITIVE_INFINITY;
  const look = await lookAtScoreboard(services, scoreboards, viewer, { ...asked, atMs });
  return {
    header: { row: look.problems.map(({ index, name }) => ({ task: { index, name } })) },
    rows: look.view.rows.map((row) => ({
      user: look.userOf(row.userId),
      row: row.cells.map(({ result, acceptedAt, inPractice, cellFrozen }, position) => ({
        task: look.problems[position]?.index ?? '',
        result,
        ...(acceptedAt !== undefined && { time: acceptedAt }),
        ...(inPractice !== undefined && { inPractice }),
        ...(cellFrozen && { frozen: true }),
      })),
      score: row.penalty,
      solutions: row.acceptedSolutions,
      solutionsInTime: row.acceptedSolutionsInTime,
      rank: row.rank,
      group: row.groupNumber,
    })),
  };
}
