import type { PublicCell, PublicRow, PublicTable } from '@balloon/contracts/scoreboard/public-table.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { endTimeMs, freezeTimeMs, hasFreeze } from '@balloon/domain/contests/contest-phase.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import { frozenMinutes, resultsState } from '@balloon/domain/results/results-state.ts';
import type { ViewedCell, ViewedRow } from '@balloon/domain/scoreboard/scoreboard.ts';
import { organizationText } from '@balloon/domain/text/organization-text.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import { ForbiddenError } from '#errors.ts';
import { type VisitedContest, visitContest } from '#features/contests/contest-access.ts';
import { entryError } from '#features/contests/entry-errors.ts';
import type { LiveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { openBoard } from '#features/scoreboard/board/open-scoreboard.ts';
import {
  lookAtScoreboard,
  lookOf,
  personOf,
  type ScoreboardLook,
  type ScoredTimes,
  timesOfRow,
} from '#features/scoreboard/look/look-at-scoreboard.ts';
import { PackedPage } from '#http/answers/packed-page.ts';
import type { PackedAnswer } from '#http/answers/send-packed.ts';
import type { Services, User } from '#services.ts';

/** Bounds what strangers cost: however many ask, a table is made once in this time. */
const MADE_EVERY_MS = 1_000;

/** Somebody without an account. */
const ANYBODY: User = { id: 0, username: '', accessMask: ACCESS_GROUPS.user.mask, groupIds: [] };

/** Tables of the contests that their organisers, or the operator by `PUBLIC_TABLES`, have opened to everybody. */
export function createPublicTables(services: Services, scoreboards: LiveScoreboards) {
  const made = new Map<number, { atMs: number; answer: Promise<PackedAnswer> }>();
  return {
    /**
     * The table as somebody without an account sees it, at most a second old.
     *
     * @throws {NotFoundError} CONTEST_NOT_FOUND, also for a contest that is not open to everybody
     * @throws {ForbiddenError} CONTEST_NOT_STARTED
     */
    async read(contestId: number): Promise<PackedAnswer> {
      // Only open contests are kept, so strangers cannot fill the memory.
      if (!(await isOpen(services, contestId))) {
        made.delete(contestId);
        throw entryError('CONTEST_NOT_FOUND', contestId);
      }
      const known = made.get(contestId);
      const nowMs = performance.now();
      if (known && nowMs - known.atMs < MADE_EVERY_MS) return known.answer;
      // Older tables are of no use; an archive that somebody reads one by one would stay in memory.
      for (const [id, { atMs }] of made) if (nowMs - atMs >= MADE_EVERY_MS) made.delete(id);
      const answer = makeAnswer(services, scoreboards, contestId);
      made.set(contestId, { atMs: nowMs, answer });
      return answer;
    },
  };
}

async function isOpen({ db, heads, options }: Services, contestId: number): Promise<boolean> {
  if (options.publicTables.includes(contestId)) return true;
  const contest = await heads.contest(db, contestId);
  return contest?.hasPublicTable === true && !contest.isSuspended;
}

async function makeAnswer(
  services: Services,
  scoreboards: LiveScoreboards,
  contestId: number,
): Promise<PackedAnswer> {
  const visited = await visitContest(services, ANYBODY, contestId);
  if (visited.status === 'NOT_ENABLED') throw entryError('CONTEST_NOT_FOUND', contestId);
  if (visited.status === 'WAITING')
    throw new ForbiddenError('CONTEST_NOT_STARTED', 'The table opens when the contest starts');
  const opened = await openBoard(scoreboards, visited, LOCALES[0]);
  const look = lookOf(opened, ANYBODY, {
    ...{ audience: 'public', atMs: Number.POSITIVE_INFINITY, scope: 'contest' },
    ...{ offset: 0, count: Number.POSITIVE_INFINITY },
  });
  const table = publicTable(visited, await lookAtScoreboard(look));
  const page = await PackedPage.of(JSON.stringify(table), true);
  return { page, ending: '', etag: `W/"${page.hash}"` };
}

function publicTable({ contest, nowMs }: VisitedContest, look: ScoreboardLook): PublicTable {
  const { id, name, startTimeMs } = contest;
  return {
    contest: {
      ...{ id, name, startTimeMs, endTimeMs: endTimeMs(contest) },
      freezeTimeMs: hasFreeze(contest) ? freezeTimeMs(contest) : null,
      frozenMinutes: frozenMinutes(contest),
      resultsState: resultsState(contest, nowMs),
    },
    problems: look.columns.map(({ index, color }) => ({ index, color })),
    isFrozen: look.view.isFrozen,
    rows: look.view.rows.map((row) => publicRow(look, row)),
  };
}

function publicRow(look: ScoreboardLook, row: ViewedRow): PublicRow {
  const { fullName, username, organization } = personOf(look, row.userId);
  return {
    name: fullName || username,
    ...(organization && { organization: organizationText(organization) }),
    place: String(row.displayRank),
    solved: row.acceptedSolutions,
    penalty: row.penalty,
    cells: row.cells.map((cell) => publicCell(timesOfRow(look.contest, row), cell)),
  };
}

function publicCell(times: ScoredTimes, cell: ViewedCell): PublicCell {
  const { acceptedAtMs, wrongTries, pendingTries, isFirstSolve } = cell;
  return {
    ...(acceptedAtMs !== undefined && { solvedAfterMs: contestTimeMs(times, acceptedAtMs) }),
    ...{ wrongTries, pendingTries },
    ...(isFirstSolve && { isFirstSolve }),
  };
}
