import {
  endTimeMs,
  frozenUntilMs,
  isInFrozenInterval,
  lastEndTimeMs,
  lastPublicTimeMs,
  thawTimeMs,
} from '#contests/contest-phase.ts';
import type { Scoreboard } from '#scoreboard/board.ts';
import type { CellView } from '#scoreboard/cell.ts';
import {
  compareStandings,
  firstIndex,
  isHiddenRow,
  isRanked,
  type Order,
  type StandingList,
} from '#scoreboard/order.ts';
import type { ParticipantRow, ScoreboardContest } from '#scoreboard/rows.ts';
import {
  countedUntilMs,
  type ScoreboardScope,
  type Standing,
  standingAt,
  tookPart,
} from '#scoreboard/standing.ts';
import { type Cut, Standings } from '#scoreboard/standings.ts';

/** Viewer, instant and rows of a request for the scoreboard. */
export interface ScoreboardQuestion {
  /** `null` for somebody without a row of their own. */
  viewerId: number | null;
  viewerIsSupervisor: boolean;
  /** The instant to show. From `nowMs` on (also `Infinity`) it means the live table. */
  atMs: number;
  nowMs: number;
  /** `practice` if absent. They differ after the main time only. */
  scope?: ScoreboardScope;
  /**
   * How an instant of the freeze looks once the freeze has lifted: as participants saw it then, or as it
   * really was. Absent means `shown`.
   */
  past?: 'shown' | 'real';
  /** Rows to skip; 0 if absent. */
  offset?: number;
  /** Length of the page; all rows if absent. */
  count?: number;
  /** Rows of these people only, with the places that they have among all. Everybody's if absent. */
  only?: ReadonlySet<number>;
}

const EVER = Number.POSITIVE_INFINITY;

/** Data that a viewer may know. */
export interface Scope {
  order: Order;
  /** Where first solves are looked up. */
  standings: Standings;
  /** The viewer's row as it stands in the order. */
  own: Standing | undefined;
  spanOf(row: ParticipantRow): Span;
  /** Whether the viewer may know everything about a row. */
  isOpen(row: ParticipantRow): boolean;
  lastSolutionSentAtMs: number;
  isFrozen: boolean;
}

type Span = Pick<CellView, 'untilMs' | 'seenUntilMs'>;

export function scopeOf(board: Scoreboard, question: ScoreboardQuestion): Scope {
  return question.viewerIsSupervisor ? supervisorScope(board, question) : participantScope(board, question);
}

function supervisorScope(board: Scoreboard, question: ScoreboardQuestion): Scope {
  const shownUntilMs = shownUntil(board, question);
  const cut = (untilMs: number) => cutOf(board, question, untilMs);
  const standings = standingsOf(board, cut(shownUntilMs));
  return {
    order: standings,
    standings,
    own: question.viewerId === null ? undefined : standings.of(question.viewerId),
    spanOf: (row) => spanUntil(countedUntilMs(board.contest, row, { ...question, untilMs: shownUntilMs })),
    isOpen: () => true,
    lastSolutionSentAtMs: standingsOf(board, cut(EVER)).lastCountedAtMs(),
    isFrozen: false,
  };
}

/**
 * Names the rows that a question shows: of one state of the board, questions with the same key show the same rows and
 * numbers, and only their own rows differ. A participant about whom others may not know everything has keys of their own.
 */
export function rowsKey(board: Scoreboard, question: ScoreboardQuestion): string {
  const { scope = 'practice', viewerIsSupervisor } = question;
  if (viewerIsSupervisor) return `supervisor ${scope} ${shownUntil(board, question)}`;
  const { shownUntilMs, publicUntilMs, publicNowMs, isFrozen } = participantBounds(board, question);
  const row = ownRowOf(board, question);
  const isHidden =
    row !== undefined &&
    isPartlyHidden(board.contest, row, publicUntilMs < shownUntilMs ? publicUntilMs : publicNowMs);
  const own = isHidden ? row.userId : 'public';
  return `${own} ${scope} ${shownUntilMs} ${publicUntilMs} ${publicNowMs} ${isFrozen}`;
}

/** Whether the freeze hides verdicts of others from the viewer now, whatever instant is shown. */
export const isKeptFromVerdicts = (
  { contest }: Scoreboard,
  { viewerIsSupervisor, nowMs }: ScoreboardQuestion,
): boolean => !viewerIsSupervisor && nowMs <= thawTimeMs(contest);

/** Whether a row may differ from what others see of it, who know of what was sent until an instant. */
function isPartlyHidden(contest: ScoreboardContest, row: ParticipantRow, knownUntilMs: number): boolean {
  if (row.joinedAtMs === null) return false;
  if (isHiddenRow(contest, row) || row.extraTimeMs > 0) return true;
  for (const attempts of row.attempts.values()) {
    const last = attempts.at(-1);
    if (last && last.sentAtMs > knownUntilMs) return true;
  }
  return false;
}

/** Instants up to which a participant sees: their own results, those of others, and those of others now. */
function participantBounds(board: Scoreboard, question: ScoreboardQuestion) {
  const { contest } = board;
  const { nowMs } = question;
  const shownUntilMs = shownUntil(board, question);
  const isOpen = isPastFreeze(contest, question);
  return {
    shownUntilMs,
    publicUntilMs: isOpen ? shownUntilMs : Math.min(shownUntilMs, lastPublicTimeMs(contest)),
    publicNowMs: nowMs > thawTimeMs(contest) ? EVER : lastPublicTimeMs(contest),
    isFrozen: !isOpen && isInFrozenInterval(contest, Math.min(question.atMs, nowMs)),
  };
}

function participantScope(board: Scoreboard, question: ScoreboardQuestion): Scope {
  const { contest } = board;
  const { shownUntilMs, publicUntilMs, publicNowMs, isFrozen } = participantBounds(board, question);
  const counted = (row: ParticipantRow, untilMs: number) =>
    countedUntilMs(contest, row, { scope: question.scope, untilMs });

  const ownRow = ownRowOf(board, question);
  const everMs = shownUntil(board, { ...question, atMs: EVER });
  const publicNow = standingsOf(board, cutOf(board, question, publicNowMs));
  const standings = standingsOf(board, cutOf(board, question, publicUntilMs));
  // A participant about whom others know everything stands where all see them, in the row that is kept for all.
  const known =
    ownRow && !isPartlyHidden(contest, ownRow, publicUntilMs) ? standings.of(ownRow.userId) : undefined;
  const own = known ?? (ownRow && standingAt(contest, ownRow, counted(ownRow, shownUntilMs)));
  const ownNow =
    shownUntilMs === everMs ? own : ownRow && standingAt(contest, ownRow, counted(ownRow, everMs));
  const seesMoreOf = (row: ParticipantRow) => row === ownRow && known === undefined;
  return {
    order: own && own !== known ? withOwnRow(contest, standings, own) : standings,
    standings,
    own,
    spanOf: (row) => ({
      untilMs: counted(row, seesMoreOf(row) ? shownUntilMs : publicUntilMs),
      seenUntilMs: counted(row, seesMoreOf(row) || isFrozen ? shownUntilMs : publicUntilMs),
    }),
    isOpen: (row) => row === ownRow,
    lastSolutionSentAtMs: Math.max(publicNow.lastCountedAtMs(), ownNow?.lastCountedAtMs ?? 0),
    isFrozen,
  };
}

const spanUntil = (untilMs: number): Span => ({ untilMs, seenUntilMs: untilMs });

/** The viewer's row, in a scope in which there is one. */
function ownRowOf({ contest, rows }: Scoreboard, { viewerId, scope }: ScoreboardQuestion) {
  const row = viewerId === null ? undefined : rows.byUser.get(viewerId);
  return row && (scope !== 'contest' || tookPart(contest, row)) ? row : undefined;
}

/**
 * The instant up to which results are shown unless the freeze hides them. The live scoreboard is everything
 * known, not what is older than now: the clock that stamps may be a little ahead.
 */
function shownUntil({ contest }: Scoreboard, { atMs, nowMs, scope }: ScoreboardQuestion): number {
  const untilMs = atMs >= nowMs ? EVER : atMs;
  return scope === 'contest' ? Math.min(untilMs, lastEndTimeMs(contest)) : untilMs;
}

/**
 * Whether results of others are shown beyond the freeze: once it has lifted, and not as they were seen at an
 * instant before the end. At the very end the scoreboard shows the result, also where it was opened later. Before the freeze nothing passes
 * it either: an attempt may be stamped after it while the viewer's clock is a little behind.
 */
function isPastFreeze(contest: ScoreboardContest, { atMs, nowMs, past }: ScoreboardQuestion): boolean {
  return nowMs > thawTimeMs(contest) && (past === 'real' || atMs >= frozenUntilMs(contest));
}

/** What the viewer's kind sees up to an instant; the same cut for all instants that show everything of its scope. */
function cutOf({ contest, rows }: Scoreboard, question: ScoreboardQuestion, untilMs: number): Cut {
  const { scope = 'practice', viewerIsSupervisor: withSupervisors } = question;
  const everMs = scope === 'contest' ? lastEndTimeMs(contest) : EVER;
  const isEverything = untilMs >= Math.min(rows.lastSentAtMs, everMs);
  return { scope, withSupervisors, untilMs: isEverything ? everMs : untilMs };
}

/** Past orders in memory: rewinding people ask for the same instants, again and again. */
const MAX_PAST = 16;

/** The order of a cut: kept current where many ask for the same one, else made for views until a change reaches it. */
function standingsOf({ contest, rows, kept, past }: Scoreboard, cut: Cut): Standings {
  const key = `${cut.scope} ${cut.withSupervisors} ${cut.untilMs}`;
  const known = kept.get(key) ?? past.get(key);
  if (known) return known;
  const standings = new Standings(contest, rows.byUser.values(), cut);
  const askedByMany = [lastPublicTimeMs(contest), endTimeMs(contest), lastEndTimeMs(contest), EVER];
  if (askedByMany.includes(cut.untilMs)) kept.set(key, standings);
  else past.set(key, standings);
  const [oldest] = past.keys();
  if (oldest !== undefined && past.size > MAX_PAST) past.delete(oldest);
  return standings;
}

/** Replaces the viewer's public standing in an order, if there is one, by the real one. */
function withOwnRow(contest: ScoreboardContest, standings: Standings, own: Standing): Order {
  const shown = standings.of(own.row.userId);
  const others = without(standings, shown);
  if (standings.ranked === standings && isRanked(contest, own.row)) {
    const all = withRow(others, own);
    return { ...all, ranked: all };
  }
  const ranked = without(standings.ranked, shown);
  return { ...withRow(others, own), ranked: isRanked(contest, own.row) ? withRow(ranked, own) : ranked };
}

/** A list without a standing, which need not be in it. */
function without(list: StandingList, standing: Standing | undefined): StandingList {
  const index = standing ? firstIndex(list, (other) => compareStandings(other, standing) >= 0) : list.length;
  if (index === list.length || list.at(index) !== standing) return list;
  return { length: list.length - 1, at: (place) => list.at(place < index ? place : place + 1) };
}

function withRow(others: StandingList, own: Standing): StandingList {
  const ownIndex = firstIndex(others, (standing) => compareStandings(standing, own) > 0);
  return {
    length: others.length + 1,
    at: (index) => (index === ownIndex ? own : others.at(index < ownIndex ? index : index - 1)),
  };
}
