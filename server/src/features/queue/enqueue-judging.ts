import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { announce } from '#realtime/announcements.ts';

/**
 * Priorities; smaller ones are claimed first. Trial runs come after live solutions, so that they delay no verdict; a
 * run that has waited long becomes overdue (features/trial-runs/trial-chores.ts), and an admin may put any work to the
 * front. Imports are claimed by slots of
 * their own, which leave live solutions to the other slots. Comparing comes last.
 */
export const PRIORITIES = {
  front: -2,
  overdueTrial: -1,
  live: 0,
  import: 1,
  trial: 5,
  rejudging: 10,
  comparing: 20,
} as const;

/** Order among rejudging: single requests come before bulk ones. */
export const REJUDGING_TURNS = { single: 0, bulk: 1 } as const;

/** Key under which relays wait for solutions of outside systems, in place of a language. */
export const OUTSIDE = 'outside';

/** Claims of a solution of an outside system: relays come and go while a verdict takes long. */
export const OUTSIDE_ATTEMPTS = 1000;

/** Key of the claims that wait for this work. */
const waitingKeyOf = ({ systemType, languageKey }: Pick<NewJudging, 'systemType' | 'languageKey'>) =>
  systemType === 'balloon' ? languageKey : OUTSIDE;

/** Claims of this work before it ends as failed; none: the usual number. */
const attemptsOf = ({ systemType }: Pick<NewJudging, 'systemType'>): { maxAttempts?: number } =>
  systemType === 'balloon' ? {} : { maxAttempts: OUTSIDE_ATTEMPTS };

export interface NewJudging {
  solutionId: number;
  accountId: number;
  systemType: string;
  languageKey: string;
}

/** How a solution that was just sent waits: the key of the claims that take it, and how often it is claimed. */
export const queuePlace = (work: Pick<NewJudging, 'systemType' | 'languageKey'>) => ({
  waitingKey: waitingKeyOf(work),
  ...attemptsOf(work),
});

/** Queues a trial run, behind live solutions and before rejudging. Each person has at most one at a time. */
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

/** Key under which judges wait for imports, in place of a language. */
export const PACKAGES = 'package';

/** Largest number of attempts to build or check a package, after judges that failed or stopped reporting. */
export const MAX_IMPORT_ATTEMPTS = 2;

/** Queues an import or a check of a problem, where packages are built, behind live solutions. */
export async function enqueuePackageWork(
  tx: Tx,
  work: Pick<NewJudging, 'accountId'> & ({ importId: number } | { checkId: number }),
): Promise<void> {
  const purpose = 'importId' in work ? 'import' : 'check';
  await tx
    .insertInto('judging')
    .values({
      ...{ ...work, systemType: 'balloon', languageKey: PACKAGES },
      ...{ purpose, priority: PRIORITIES.import, maxAttempts: MAX_IMPORT_ATTEMPTS },
    })
    .execute();
  await announce(tx, 'judging.waiting', { languageKey: PACKAGES });
}

/**
 * Queues a run on all tests, or on one of them for its whole output, behind live solutions and before bulk rejudging.
 *
 * @returns false when the solution is in the queue already, for whatever purpose
 */
export async function enqueueDetail(
  tx: Tx,
  work: NewJudging & { onlyTest: number | null },
): Promise<boolean> {
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

/** Key under which judges wait for parts of comparisons, in place of a language. */
export const COMPARING = 'compare';

/** Queues parts of a comparison that are there and not in the queue, behind all other work. */
export async function enqueueComparing(
  tx: Tx,
  { contestId, kind, accountId }: { contestId: number; kind: 'read' | 'match'; accountId: number },
): Promise<void> {
  await sql`
    insert into judging (similarity_part_id, account_id, system_type, language_key, purpose, priority)
    select id, ${accountId}::integer, 'balloon', ${COMPARING}, 'compare', ${PRIORITIES.comparing}::integer
    from similarity_part as part
    where contest_id = ${contestId} and kind = ${kind} and ended_at_ms is null
      and not exists (select from judging where similarity_part_id = part.id)
    order by id
  `.execute(tx);
  await announce(tx, 'judging.waiting', { languageKey: COMPARING });
}
