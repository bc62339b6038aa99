import type { OlderScoreboard, OlderScoreboardQuery } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { ViewedCell } from '@balloon/domain/scoreboard/scoreboard.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { LiveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { cellText } from '#features/scoreboard/look/cell-text.ts';
import {
  approachScoreboard,
  lookAtScoreboard,
  personOf,
  type ScoreboardLook,
} from '#features/scoreboard/look/look-at-scoreboard.ts';
import type { Services, User } from '#services.ts';

/** All rows in the older form, with the same order and freeze; errors as of `approachScoreboard`. */
export async function viewOlderScoreboard(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  asked: OlderScoreboardQuery & { contestId: number; locale: Locale },
): Promise<OlderScoreboard> {
  const atMs = Number.POSITIVE_INFINITY;
  const look = await lookAtScoreboard(
    await approachScoreboard(services, scoreboards, viewer, { ...asked, atMs }),
  );
  return {
    header: { row: look.columns.map(({ index, name }) => ({ task: { index, name } })) },
    rows: look.view.rows.map((row) => ({
      user: personOf(look, row.userId),
      row: row.cells.map((cell, position) =>
        renderOlderCell(look, cell, look.columns[position]?.index ?? ''),
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
