import { isKeptFromVerdicts, rowsKey } from '@balloon/domain/scoreboard/scoreboard.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { LiveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { isPast, type Look } from '#features/scoreboard/look/look-at-scoreboard.ts';
import type { PackedPage } from '#http/answers/packed-page.ts';
import { inTurn } from '#limits/in-turn.ts';
import type { User } from '#services.ts';

/** A viewer and what they ask of an open scoreboard. */
type Question = Pick<Look, 'opened' | 'question'>;

/** Names the rows that a question shows to everybody who may know the same; null where only its viewer sees them. */
export function sharedRowsKey({ opened, question }: Question): string | null {
  const board = opened.board();
  const seenByAll = rowsKey(board, { ...question, viewerId: null });
  const isShared = rowsKey(board, question) === seenByAll && question.only === undefined;
  return isShared ? `${opened.contest.id}|${seenByAll}` : null;
}

/** Names what a page shows beside its rows: how it is filtered, and texts in a language. */
export function besideRowsKey({ groupIds, columns }: Look, locale: Locale): string {
  return `${groupIds.join()}|${locale}|${columns.some(({ name }) => name !== '')}`;
}

/**
 * Reads a page that many may share at once where it is known. It is made in turn otherwise, and so is the page of a viewer who
 * sees rows that nobody else sees.
 *
 * @param shared null where only its viewer sees these rows
 */
export async function readInTurn(
  { lanes }: Pick<LiveScoreboards, 'lanes'>,
  viewer: User,
  shared: SharedPage | null,
  makeOwn: () => PackedPage | Promise<PackedPage>,
): Promise<PackedPage> {
  if (shared?.isKnown()) return shared.read();
  return inTurn(lanes, viewer, async () => shared?.read() ?? makeOwn());
}

export type SharedPage = ReturnType<typeof sharedPage>;

/**
 * A page that many may share, which is read or made.
 *
 * @param key names the form of the page and all that it shows: `sharedRowsKey` and what stands beside the rows
 * @param make makes it as somebody sees it who has no row
 */
export function sharedPage(
  scoreboards: LiveScoreboards,
  { opened, question }: Question,
  key: string,
  make: () => Promise<PackedPage>,
) {
  const { viewerId, atMs } = question;
  const { live, facts } = opened;
  const kept = { isKept: isKeptFromVerdicts(opened.board(), question) };
  const versionNow = () => ({
    board: isPast(question) ? live.versionAsOf(atMs, kept) : live.versionFor(kept),
    facts: facts.version,
    // What happened to the viewers themselves they must see at once.
    atLeast: viewerId === null ? 0 : live.versionOf(viewerId),
  });
  return {
    peek: () => scoreboards.pages.peek(key, versionNow()),
    isKnown: () => scoreboards.pages.has(key, versionNow()),
    read: () => scoreboards.pages.read(key, versionNow(), make),
  };
}
