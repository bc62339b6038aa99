import { OlderScoreboard, type OlderScoreboardQuery } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { ViewedCell } from '@balloon/domain/scoreboard/scoreboard.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { LiveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { cellText } from '#features/scoreboard/look/cell-text.ts';
import {
  approachScoreboard,
  type Look,
  lookAtScoreboard,
  personOf,
  type ScoreboardLook,
  type ScoredTimes,
  timesOfRow,
} from '#features/scoreboard/look/look-at-scoreboard.ts';
import {
  besideRowsKey,
  readInTurn,
  sharedPage,
  sharedRowsKey,
} from '#features/scoreboard/look/shared-pages.ts';
import { PackedPage, packAnswer } from '#http/answers/packed-page.ts';
import type { PackedAnswer } from '#http/answers/send-packed.ts';
import type { Services, User } from '#services.ts';

/**
 * All rows in the older form, with the same order and freeze; errors as of `approachScoreboard`. Older clients of a whole hall
 * read them at each change, so the answer is kept for all who may know the same.
 */
export async function viewOlderScoreboard(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  asked: OlderScoreboardQuery & { contestId: number; locale: Locale },
): Promise<PackedAnswer> {
  const atMs = Number.POSITIVE_INFINITY;
  const look = await approachScoreboard(services, scoreboards, viewer, { ...asked, atMs });
  const rows = sharedRowsKey(look);
  const key = `older|${rows}|${besideRowsKey(look, asked.locale)}`;
  const makeForAll = async () =>
    packAnswer(OlderScoreboard, olderScoreboard(await lookAtScoreboard(look, null)));
  const shared = rows === null ? null : sharedPage(scoreboards, look, key, makeForAll);
  const page = await readInTurn(scoreboards, viewer, shared, () => ownPage(look));
  return { page, ending: '', etag: `W/"${page.hash}"` };
}

async function ownPage(look: Look): Promise<PackedPage> {
  const seen = OlderScoreboard.parse(olderScoreboard(await lookAtScoreboard(look)));
  return PackedPage.of(JSON.stringify(seen), false);
}

function olderScoreboard(look: ScoreboardLook): OlderScoreboard {
  return {
    header: { row: look.columns.map(({ index, name }) => ({ task: { index, name } })) },
    rows: look.view.rows.map((row) => ({
      user: personOf(look, row.userId),
      row: row.cells.map((cell, position) =>
        renderOlderCell(timesOfRow(look.contest, row), cell, look.columns[position]?.index ?? ''),
      ),
      score: row.penalty,
      solutions: row.acceptedSolutions,
      solutionsInTime: row.acceptedSolutionsInTime,
      rank: row.rank,
      group: row.groupNumber,
    })),
  };
}

function renderOlderCell(contest: ScoredTimes, cell: ViewedCell, task: string) {
  const { result, acceptedAt } = cellText(contest, cell);
  return {
    task,
    result,
    ...(acceptedAt !== undefined && { time: acceptedAt }),
    ...(cell.inPractice !== undefined && { inPractice: cell.inPractice }),
    ...(cell.isFrozen && { frozen: true }),
  };
}
