import type { ScoreboardQuery } from '@balloon/contracts/scoreboard.ts';
import { rowsKey } from '@balloon/domain/scoreboard.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import type { LiveScoreboards } from '#features/scoreboard/live-scoreboards.ts';
import {
  approachScoreboard,
  isPast,
  type Look,
  lookAtScoreboard,
} from '#features/scoreboard/look-at-scoreboard.ts';
import { pageEnding, pageText, shownPage } from '#features/scoreboard/table-text.ts';
import { PackedPage, shortHash } from '#http/packed-page.ts';
import type { PackedAnswer } from '#http/send-packed.ts';
import type { Services, User } from '#services.ts';

/**
 * A page of the scoreboard as of an instant; errors as of `approachScoreboard`.
 *
 * Theory of operation. The rows that a person sees are those of everybody who may know the same, so their page is kept in
 * memory; only the person's own row is made for each answer. Pages of the past stay until a change reaches back to their
 * instant. In the freeze a participant with hidden results sees them in the order, so that page is put together for this
 * person, of texts of rows that are kept all the same.
 */
export async function viewScoreboardPage(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  asked: ScoreboardQuery & { contestId: number; locale: Locale },
): Promise<PackedAnswer> {
  const { showInTimeMs, ...rest } = asked;
  const look = await approachScoreboard(services, scoreboards, viewer, { ...rest, atMs: showInTimeMs });
  const page = isShared(look) ? await sharedPage(scoreboards, look, asked.locale) : await ownPage(look);
  // The own row is cheap, and never older than the request.
  const ending = pageEnding(await lookAtScoreboard({ ...look, question: { ...look.question, count: 0 } }));
  return { page, ending, etag: `W/"${page.hash}.${shortHash(ending)}"` };
}

/** Whether others may see the same rows; those that a search finds are not kept. */
function isShared({ opened, question }: Look): boolean {
  const isForAll = rowsKey(opened.board(), question) === rowsKey(opened.board(), rowsForAll(question));
  return isForAll && question.only === undefined;
}

/** The question of somebody who may know the same and has no row. */
const rowsForAll = (question: Look['question']) => ({ ...question, viewerId: null });

async function ownPage(look: Look): Promise<PackedPage> {
  const seen = await lookAtScoreboard(look);
  return PackedPage.of(pageText(seen, shownPage(seen)), false);
}

function sharedPage(scoreboards: LiveScoreboards, look: Look, locale: Locale): Promise<PackedPage> {
  const { opened, question, groupIds, columns } = look;
  const { offset, count, viewerId, atMs } = question;
  const { live, facts, contest } = opened;
  const key = [
    contest.id,
    rowsKey(opened.board(), rowsForAll(question)),
    isPast(question),
    offset,
    count,
    groupIds.join(),
    locale,
    columns.some(({ name }) => name !== ''),
  ].join('|');
  const version = {
    board: isPast(question) ? live.versionAsOf(atMs) : live.version,
    facts: facts.version,
    // What happened to the viewers themselves they must see at once.
    atLeast: viewerId === null ? 0 : live.versionOf(viewerId),
  };
  return scoreboards.pages.read(key, version, async () => {
    const seen = await lookAtScoreboard(look, null);
    return PackedPage.of(pageText(seen, shownPage(seen)), true);
  });
}
