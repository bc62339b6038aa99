import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { VERDICTS, type VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { appendContestEvent, type ContestEvent } from '#features/contests/contest-log.ts';

const MINUTE_MS = 60_000;

interface LoggedContest {
  id: number;
  startTimeMs: number;
  problemIds: readonly number[];
}
interface LoggedPerson {
  user: { id: number };
}
type Attempt = ContestEvent & { type: 'solution' };

/** Logs what happened in a contest without the solutions themselves: all that tables and ratings are made of. */
export function createGivenLog(db: Db) {
  let lastSolutionId = 0;

  /** Appends to the log of a contest, as the operations on solutions do. */
  async function logged({ id }: { id: number }, ...events: ContestEvent[]): Promise<void> {
    await db.transaction().execute(async (tx) => {
      for (const event of events) await appendContestEvent(tx, id, event, await databaseNowMs(tx));
    });
  }

  /** A new solution with its verdict, sent at a minute of the contest; not logged yet. */
  function attempt(
    contest: LoggedContest,
    { user }: LoggedPerson,
    minute: number,
    verdict: VerdictKey | null,
    problem = 0,
  ): Attempt {
    lastSolutionId += 1;
    return {
      type: 'solution',
      solutionId: lastSolutionId,
      userId: user.id,
      problemId: contest.problemIds[problem] ?? 0,
      sentAtMs: contest.startTimeMs + minute * MINUTE_MS,
      verdictId: verdict && VERDICTS[verdict].id,
    };
  }

  return {
    logged,
    attempt,
    /** Logs a new solution with its verdict. */
    async attempted(...of: Parameters<typeof attempt>): Promise<Attempt> {
      const event = attempt(...of);
      await logged(of[0], event);
      return event;
    },
    /** Logs that somebody joined at a minute of the contest. */
    loggedAsJoined: (contest: LoggedContest, { user }: LoggedPerson, minute: number) =>
      logged(contest, {
        type: 'joined',
        userId: user.id,
        joinedAtMs: contest.startTimeMs + minute * MINUTE_MS,
      }),
  };
}
