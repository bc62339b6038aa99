import type { PublicUser } from '@balloon/contracts/users.ts';
import { canReadProblems } from '@balloon/domain/contests/contest-access.ts';
import type { ContestTimes } from '@balloon/domain/contests/contest-phase.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import {
  type ScoreboardQuestion,
  type ScoreboardView,
  viewScoreboard,
} from '@balloon/domain/scoreboard/scoreboard.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { supervises } from '#features/contests/supervision.ts';
import type { LiveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import {
  learnPeople,
  type OpenedScoreboard,
  openScoreboard,
  ratedGroups,
} from '#features/scoreboard/board/open-scoreboard.ts';
import type { NamedPeople, TableFacts, TableProblem } from '#features/scoreboard/board/table-facts.ts';
import { eyesOf } from '#features/scoreboard/look/eyes.ts';
import { findWantedRows } from '#features/scoreboard/look/find-wanted-rows.ts';
import type { Services, User } from '#services.ts';

/** Times from which the time of an acceptance is counted. */
export type ScoredTimes = Pick<ContestTimes, 'startTimeMs' | 'removedIntervals'>;

/** The times from which those of a row are counted: its own start may be later than that of the contest. */
export function timesOfRow<Times extends ScoredTimes>(
  contest: Times,
  { startShiftMs = 0 }: { startShiftMs?: number | undefined },
): Times {
  return startShiftMs === 0 ? contest : { ...contest, startTimeMs: contest.startTimeMs + startShiftMs };
}

/** A column; `name` is empty for viewers who may not read the problems yet. */
export interface Column {
  index: string;
  name: string;
  color: string;
  /** Counts for nobody. */
  isDisabled: boolean;
}

/** Data from which every form of the table is made. */
export interface ScoreboardLook {
  view: ScoreboardView;
  /** In order. */
  columns: readonly Column[];
  contest: ScoredTimes;
  /** The past instant that is shown; null: the live table. */
  pastMs: number | null;
  facts: TableFacts;
  /** The people as the viewer sees them. */
  people: NamedPeople;
}

/** Rows that somebody asks for. */
interface AskedRows extends Omit<ScoreboardQuestion, 'nowMs' | 'viewerId' | 'viewerIsSupervisor'> {
  /** `public`: the view of an anonymous viewer. */
  audience?: 'own' | 'public';
}

/** A question about the table of a contest. */
export interface LookQuestion extends Omit<AskedRows, 'only'> {
  contestId: number;
  locale: Locale;
  /** Words that occur in the names of the rows' people; none if absent. */
  q?: string;
  groupId?: number | undefined;
}

/** A viewer before the scoreboard, who may be shown any part of it. */
export interface Look {
  opened: OpenedScoreboard;
  question: ScoreboardQuestion;
  /** Groups whose ratings the viewer may see. */
  groupIds: readonly number[];
  columns: readonly Column[];
}

/**
 * Takes a viewer to the scoreboard of a contest.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED, CONTEST_NOT_JOINED, GROUP_NOT_LISTED
 */
export async function approachScoreboard(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  { contestId, locale, q = '', groupId, ...asked }: LookQuestion,
): Promise<Look> {
  const { db } = services;
  const opened = await openScoreboard(services, scoreboards, viewer, { contestId, locale });
  const only = await findWantedRows(db, viewer, opened.contest, { q, groupId });
  return lookOf(opened, viewer, { ...asked, ...(only && { only }) });
}

/** What a viewer asks of an open scoreboard. */
export function lookOf(
  opened: OpenedScoreboard,
  viewer: User,
  { audience = 'own', ...asked }: AskedRows,
): Look {
  const { contest, nowMs, problems, status } = opened;
  const isPublic = audience === 'public';
  const showsNames = canReadProblems(!isPublic && supervises(viewer, contest), status);
  return {
    opened,
    question: { ...asked, nowMs, ...eyesOf(viewer, contest, audience) },
    groupIds: isPublic ? [] : ratedGroups(opened, viewer),
    columns: columnsOf(problems, showsNames),
  };
}

/** Columns by their problems, with names and without. */
const columnsWith = new WeakMap<readonly TableProblem[], readonly Column[]>();
const columnsWithout = new WeakMap<readonly TableProblem[], readonly Column[]>();

function columnsOf(problems: readonly TableProblem[], showsNames: boolean): readonly Column[] {
  const known = showsNames ? columnsWith : columnsWithout;
  const columns =
    known.get(problems) ??
    problems.map(({ position, title, color, isDisabled }) => ({
      index: problemIndex(position),
      name: showsNames ? title : '',
      color,
      isDisabled,
    }));
  known.set(problems, columns);
  return columns;
}

/** What the viewer sees, or what somebody else would see in their place. */
export async function lookAtScoreboard(
  look: Look,
  viewerId: number | null = look.question.viewerId,
): Promise<ScoreboardLook> {
  await learnPeople(look.opened, look.groupIds);
  return lookNow(look, viewerId);
}

/** What a viewer sees at this moment, whose people are known. */
export function lookNow(
  { opened, question, groupIds, columns }: Look,
  viewerId: number | null,
): ScoreboardLook {
  const { contest, facts } = opened;
  return {
    view: viewScoreboard(opened.board(), { ...question, viewerId }),
    columns,
    contest,
    pastMs: isPast(question) ? question.atMs : null,
    facts,
    people: facts.peopleIn(groupIds),
  };
}

/** Whether a question is about an instant that has passed. */
export const isPast = ({ atMs, nowMs }: ScoreboardQuestion): boolean => atMs < nowMs;

/** Current name, role and rating of somebody in a row. */
export function personOf({ facts, people }: ScoreboardLook, userId: number): PublicUser {
  const person = facts.personIn(people, userId);
  if (!person) throw new Error(`Participant ${userId} has no account`);
  return person;
}
