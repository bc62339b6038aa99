import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { announce } from '#realtime/announcements.ts';

/**
 * Smaller is claimed first. Trial runs come after what was sent, so that they delay nobody's verdict; one that has
 * waited for long is overdue (features/trial-runs/trial-chores.ts).
 */
export const PRIORITIES = { overdueTrial: -1, live: 0, trial: 5, rejudging: 10 } as const;

/** Among rejudging: what somebody asked for by itself comes before what is one of many. */
export const REJUDGING_TURNS = { single: 0, bulk: 1 } as const;

export interface NewJudging {
  solutionId: number;
  accountId: number;
  systemType: string;
  languageKey: string;
}

/**
 * Puts a solution that was just sent into the judging queue, behind what waits and behind those whose authors have
 * less pending. What is judged again of the author's does not count: it is not their doing.
 */
export async function enqueueJudging(tx: Tx, work: NewJudging): Promise<void> {
  await tx
    .insertInto('judging')
    .values((eb) => ({
      ...work,
      priority: PRIORITIES.live,
      turn: eb
        .selectFrom('judging')
        .select(sql<number>`count(*)::integer`.as('pending'))
        .where('accountId', '=', work.accountId)
        .where('priority', '=', PRIORITIES.live),
    }))
    .execute();
  await announce(tx, 'judging.waiting', { languageKey: work.languageKey });
}

/**
 * Puts solutions into the queue again, behind the live ones. One that is there already starts anew: without its
 * fence, whoever works on it can no longer report, and it keeps the better priority.
 */
export async function enqueueRejudging(
  tx: Tx,
  works: readonly NewJudging[],
  turn: (typeof REJUDGING_TURNS)[keyof typeof REJUDGING_TURNS],
): Promise<void> {
  await tx
    .insertInto('judging')
    .values(works.map((work) => ({ ...work, priority: PRIORITIES.rejudging, turn })))
    .onConflict((conflict) =>
      conflict.column('solutionId').doUpdateSet({
        purpose: 'verdict',
        priority: sql`least(judging.priority, excluded.priority)`,
        attempt: 0,
        fence: null,
        judgeId: null,
        leasedUntilMs: null,
        availableAtMs: 0,
        state: 'queued',
        testNumber: 0,
        testsNumber: null,
      }),
    )
    .execute();
  for (const languageKey of new Set(works.map((work) => work.languageKey))) {
    await announce(tx, 'judging.waiting', { languageKey });
  }
}

/** Queues a trial run, behind what was sent and before what is judged again. One person has one at a time. */
export async function enqueueTrialRun(
  tx: Tx,
  work: Omit<NewJudging, 'solutionId'> & { trialRunId: number },
): Promise<void> {
  await tx
    .insertInto('judging')
    .values({ ...work, purpose: 'trial', priority: PRIORITIES.trial })
    .execute();
  await announce(tx, 'judging.waiting', { languageKey: work.languageKey });
}

/**
 * Queues a run on all tests, behind live solutions and before those that are judged again by the hundred.
 *
 * @returns false when the solution is in the queue already, for whatever purpose
 */
export async function enqueueDetail(tx: Tx, work: NewJudging): Promise<boolean> {
  const queued = await tx
    .insertInto('judging')
    .values({
      ...work,
      purpose: 'detail',
      priority: PRIORITIES.rejudging,
      turn: REJUDGING_TURNS.single,
    })
    .onConflict((conflict) => conflict.column('solutionId').doNothing())
    .returning('solutionId')
    .executeTakeFirst();
  if (queued) await announce(tx, 'judging.waiting', { languageKey: work.languageKey });
  return queued !== undefined;
}
