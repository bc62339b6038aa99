import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { announce } from '#realtime/announcements.ts';

/** Smaller is claimed first. */
export const PRIORITIES = { live: 0, rejudging: 10 } as const;

export interface NewJudging {
  solutionId: number;
  accountId: number;
  systemType: string;
  languageKey: string;
  priority: (typeof PRIORITIES)[keyof typeof PRIORITIES];
}

/**
 * Puts a solution into the judging queue, behind what waits and behind those whose authors have less pending.
 * One that is there already starts anew: without its fence, whoever works on it can no longer report, and it
 * keeps the better priority.
 */
export async function enqueueJudging(tx: Tx, work: NewJudging): Promise<void> {
  await tx
    .insertInto('judging')
    .values((eb) => ({
      ...work,
      turn: eb
        .selectFrom('judging')
        .select(sql<number>`count(*)::integer`.as('pending'))
        .where('accountId', '=', work.accountId)
        .where('solutionId', '<>', work.solutionId),
    }))
    .onConflict((conflict) =>
      conflict.column('solutionId').doUpdateSet({
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
  await announce(tx, 'judging.waiting', { languageKey: work.languageKey });
}
