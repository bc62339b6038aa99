import type { ScoreboardQuery } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { isKeptFromVerdicts, rowsKey } from '@balloon/domain/scoreboard/scoreboard.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { LiveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { peekScoreboard } from '#features/scoreboard/board/open-scoreboard.ts';
import type { OwnEnding } from '#features/scoreboard/board/own-endings.ts';
import {
  approachScoreboard,
  isPast,
  type Look,
  lookAtScoreboard,
  lookOf,
} from '#features/scoreboard/look/look-at-scoreboard.ts';
import { besideRowsKey, sharedPage, sharedRowsKey } from '#features/scoreboard/look/shared-pages.ts';
import { pageEnding, pageText, shownPage } from '#features/scoreboard/look/table-text.ts';
import { PackedPage } from '#http/answers/packed-page.ts';
import type { PackedAnswer } from '#http/answers/send-packed.ts';
import { inTurn } from '#limits/in-turn.ts';
import type { Services, User } from '#services.ts';

/**
 * A page of the scoreboard as of an instant; errors as of `approachScoreboard`.
 *
 * Theory of operation. The rows that a person sees are those of everybody who may know the same, so their page is kept in
 * memory; only the person's own row is made for each answer. Pages of the past stay until a change reaches back to their
 * instant. In the freeze a participant with hidden results sees them in the order, so that page is put together for this
 * person, of texts of rows that are kept all the same.
 */
export function viewScoreboardPage(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  asked: AskedPage,
): Promise<PackedAnswer> {
  const view = () => viewPage(services, scoreboards, viewer, asked);
  // Who is searched for is looked up in the database, in the same turn.
  return isSearch(asked) ? inTurn(scoreboards.lanes, viewer, view) : view();
}

type AskedPage = ScoreboardQuery & { contestId: number; locale: Locale };

async function viewPage(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  asked: AskedPage,
): Promise<PackedAnswer> {
  const { showInTimeMs, ...rest } = asked;
  const look = await approachScoreboard(services, scoreboards, viewer, { ...rest, atMs: showInTimeMs });
  const keys = keysOf(look, asked.locale);
  const shared =
    keys.shared === null ? null : sharedPage(scoreboards, look, keys.shared, () => pageForAll(look));
  const make = () => shared?.read() ?? ownPage(look);
  const isWaiting = isLarge(asked) && !isSearch(asked) && !shared?.isKnown();
  const page = isWaiting ? await inTurn(scoreboards.lanes, viewer, make) : await make();
  // Never older than the request: the version is that of this moment.
  return answerOf(page, await scoreboards.endings.read(keys.own, versionOf(look), () => endingOf(look)));
}

/**
 * The page that `viewScoreboardPage` gives, without waiting. Hundreds of people read the same page within seconds, and
 * promises take longer than all that is decided for them.
 *
 * @returns null unless all of it is in memory and shown to the person, and many share it
 */
export function peekScoreboardPage(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  { showInTimeMs, ...asked }: AskedPage,
): PackedAnswer | null {
  if (isSearch(asked)) return null;
  const opened = peekScoreboard(services, scoreboards, viewer, asked);
  if (!opened) return null;
  const look = lookOf(opened, viewer, { ...asked, atMs: showInTimeMs });
  const keys = keysOf(look, asked.locale);
  const page =
    keys.shared === null ? null : sharedPage(scoreboards, look, keys.shared, () => pageForAll(look)).peek();
  const ending = page && scoreboards.endings.peek(keys.own, versionOf(look));
  return page && ending ? answerOf(page, ending) : null;
}

const answerOf = (page: PackedPage, { bytes, hash }: OwnEnding): PackedAnswer => ({
  page,
  ending: bytes,
  etag: `W/"${page.hash}.${hash}"`,
});

const versionOf = ({ opened, question }: Look) => ({
  board: opened.live.versionFor({
    isKept: isKeptFromVerdicts(opened.board(), question),
    viewerId: question.viewerId,
  }),
  facts: opened.facts.version,
});

/** Names of the page that many share, null where only its viewer sees it, and of the viewer's end of it. */
function keysOf(look: Look, locale: Locale): { shared: string | null; own: string } {
  const { opened, question } = look;
  const key = keyOf(look, locale);
  const shared = sharedRowsKey(look);
  return {
    shared: shared === null ? null : `${shared}|${key}`,
    own: `${question.viewerId}|${opened.contest.id}|${rowsKey(opened.board(), question)}|${key}`,
  };
}

/** Names what a page shows beside the rows that its viewer may know. */
function keyOf(look: Look, locale: Locale): string {
  const { question } = look;
  return `${isPast(question)}|${question.offset}|${question.count}|${besideRowsKey(look, locale)}`;
}

/** The end of a page of some rows, which is the same whatever these are. */
async function endingOf(look: Look): Promise<string> {
  return pageEnding(await lookAtScoreboard({ ...look, question: { ...look.question, count: 0 } }));
}

async function ownPage(look: Look): Promise<PackedPage> {
  const seen = await lookAtScoreboard(look);
  return PackedPage.of(pageText(seen, shownPage(seen)), false);
}

async function pageForAll(look: Look): Promise<PackedPage> {
  const seen = await lookAtScoreboard(look, null);
  return PackedPage.of(pageText(seen, shownPage(seen)), true);
}

/** Rows of a page beyond which it is none of those that screens show at once. */
const MANY_ROWS = 200;

/** Whether a page takes long to make, or is one that others hardly ask for. */
const isLarge = ({ showInTimeMs, count }: ScoreboardQuery): boolean =>
  Number.isFinite(showInTimeMs) || count > MANY_ROWS;

/** Whether a page has the rows of some people only. */
const isSearch = ({ q, groupId }: Pick<ScoreboardQuery, 'q' | 'groupId'>): boolean =>
  q !== '' || groupId !== undefined;
