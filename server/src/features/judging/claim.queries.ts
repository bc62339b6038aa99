import type { JudgeTask } from '@balloon/contracts/judge.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { judgedTestset } from '#features/problems/judged-testset.ts';

/** The one clock of every web process and judge, inside a statement. */
export const NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Another judge gets this much of a head start on work that a judge has failed at. */
const OTHER_JUDGE_FIRST_MS = 5_000;

interface AnyLease {
  /** Grows with every lease: a report that carries an older one is refused. */
  fence: number;
  /** Counts leases from 1. */
  attempt: number;
  languageKey: string;
}
export type SolutionLease = AnyLease & { solutionId: number; purpose: JudgeTask['purpose'] };
export type TrialLease = AnyLease & { trialRunId: number };
export type Lease = SolutionLease | TrialLease;

type LeasedRow = AnyLease &
  ({ trialRunId: null; solutionId: number; purpose: JudgeTask['purpose'] } | { trialRunId: number });

export interface Claimer {
  judgeId: number;
  languageKeys: readonly string[];
  /** Whether the judge knows of trial runs. */
  takesTrials: boolean;
  leaseMs: number;
}

/**
 * Leases the next waiting solution or trial run in one of the judge's languages, or gives `undefined` when none waits.
 * Judges may call this at the same moment: `skip locked` gives each row to one of them.
 */
export async function claimNext(
  db: Db,
  { judgeId, languageKeys, takesTrials, leaseMs }: Claimer,
): Promise<Lease | undefined> {
  const { rows } = await sql<LeasedRow>`
    update judging set
      judge_id = ${judgeId},
      leased_until_ms = ${NOW_MS} + ${leaseMs},
      fence = nextval('judging_fence'),
      attempt = attempt + 1,
      state = 'compiling',
      test_number = 0,
      (testset_sha256, tests_number) = (
        select testset.sha256, (
          select count(*) from test
          where test.testset_id = testset.id and (judging.solution_id is not null or test.is_sample)
        )
        from (
          select contest_id, problem_id from solution where id = judging.solution_id
          union all
          select contest_id, problem_id from trial_run where id = judging.trial_run_id
        ) as subject
        join testset on testset.id = ${judgedTestset('subject')}
      )
    where id = (
      select id from judging
      where leased_until_ms is null
        and available_at_ms <= ${NOW_MS}
        and (judge_id is distinct from ${judgeId} or available_at_ms + ${OTHER_JUDGE_FIRST_MS} <= ${NOW_MS})
        and system_type = 'balloon'
        and language_key = any(${languageKeys}::text[])
        and (solution_id is not null or ${takesTrials})
      order by priority, turn, solution_id, id
      limit 1
      for update skip locked
    )
    returning solution_id, trial_run_id, fence, attempt, language_key, purpose
  `.execute(db);
  return rows[0] && leaseOf(rows[0]);
}

function leaseOf(row: LeasedRow): Lease {
  const { fence, attempt, languageKey } = row;
  const lease = { fence, attempt, languageKey };
  if (row.trialRunId !== null) return { ...lease, trialRunId: row.trialRunId };
  return { ...lease, solutionId: row.solutionId, purpose: row.purpose };
}

/**
 * All that a judge needs of a leased solution, besides the tests; `undefined` when its problem had no testset at the
 * claim. Of testsets with the same content any will do.
 */
export function findWork(db: Db, solutionId: number) {
  return db
    .selectFrom('judging')
    .innerJoin('solution', 'solution.id', 'judging.solutionId')
    .innerJoin('testset', (join) =>
      join
        .onRef('testset.problemId', '=', 'solution.problemId')
        .onRef('testset.sha256', '=', 'judging.testsetSha256'),
    )
    .where('judging.solutionId', '=', solutionId)
    .select([
      'solution.source',
      'testset.id as testsetId',
      'testset.sha256 as testsetSha256',
      'testset.timeLimitMs',
      'testset.memoryLimitKb',
      'testset.outputLimitKb',
      'testset.checker',
      'testset.rules',
    ])
    .limit(1)
    .executeTakeFirst();
}

/** The tests of a testset in order, with their sizes. @param which `samples` are what everybody may know */
export function findTests(db: Db, testsetId: number, which: 'all' | 'samples') {
  return db
    .selectFrom('test')
    .innerJoin('blob as input', 'input.sha256', 'test.inputSha256')
    .innerJoin('blob as answer', 'answer.sha256', 'test.answerSha256')
    .where('test.testsetId', '=', testsetId)
    .select([
      'test.number',
      'test.inputSha256',
      'input.sizeBytes as inputBytes',
      'test.answerSha256',
      'answer.sizeBytes as answerBytes',
      'test.isSample',
      'test.points',
      'test.groupName as group',
      'test.flags',
    ])
    .$if(which === 'samples', (query) => query.where('test.isSample', '=', true))
    .orderBy('test.number')
    .execute();
}

/** What a verdict remembers of the source and the testset it was judged with, to tell later what has changed. */
export function findTestsetHashes(db: Db, solutionId: number, testsetSha256: string | null) {
  return db
    .selectFrom('solution')
    .innerJoin('testset', 'testset.problemId', 'solution.problemId')
    .where('solution.id', '=', solutionId)
    .where('testset.sha256', '=', testsetSha256)
    .select(['solution.sourceSha256', 'testset.testsSha256', 'testset.checkerSha256', 'testset.limitsSha256'])
    .limit(1)
    .executeTakeFirst();
}
