import type { JudgeTask } from '@balloon/contracts/judge.ts';
import type { WorkKind } from '@balloon/contracts/leases.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { judgedTestset } from '#features/problems/judged-testset.ts';
import { PACKAGES, PRIORITIES } from '#features/queue/enqueue-judging.ts';
import { isFor, subjectOf } from '#features/queue/lease.queries.ts';
import { isPaused } from '#features/queue/paused.ts';
import { CHANNEL } from '#realtime/announcements.ts';

/** Head start of other judges on work at which a judge has failed. */
const OTHER_JUDGE_FIRST_MS = 5_000;

interface AnyLease {
  /** Grows with every lease: a report that carries an older one is refused. */
  fence: number;
  /** Counts leases from 1. */
  attempt: number;
  languageKey: string;
}
export type SolutionLease = AnyLease & {
  solutionId: number;
  purpose: JudgeTask['purpose'];
  /** The test of a detail of one test; null: all. */
  onlyTest: number | null;
};
export type TrialLease = AnyLease & { trialRunId: number };
export type ImportLease = AnyLease & { importId: number };
export type CheckLease = AnyLease & { checkId: number };
export type RejudgeLease = AnyLease & { rejudgingRunId: number };
export type Lease = SolutionLease | TrialLease | ImportLease | CheckLease | RejudgeLease;

interface LeasedRow extends AnyLease {
  solutionId: number | null;
  trialRunId: number | null;
  importId: number | null;
  checkId: number | null;
  rejudgingRunId: number | null;
  purpose: 'verdict' | 'detail' | 'trial' | 'import' | 'check' | 'rejudge';
  onlyTest: number | null;
}

export interface Claimer {
  judgeId: number;
  languageKeys: readonly string[];
  takes: readonly WorkKind[];
  leaseMs: number;
}

const PURPOSES = {
  solution: ['verdict', 'detail'],
  trial: ['trial'],
  import: ['import'],
  check: ['check'],
  rejudge: ['rejudge'],
} as const satisfies Record<WorkKind, readonly string[]>;

/** Keys under which a claim waits: languages, and packages where it takes them. */
export function waitingKeys({ languageKeys, takes }: Pick<Claimer, 'languageKeys' | 'takes'>): string[] {
  const isJudging = takes.some((kind) => kind === 'solution' || kind === 'trial' || kind === 'rejudge');
  const isBuilding = takes.includes('import') || takes.includes('check');
  return [...(isJudging ? languageKeys : []), ...(isBuilding ? [PACKAGES] : [])];
}

/**
 * Leases the next waiting work of the kinds that the judge takes, in one of its languages, or gives `undefined` when
 * none waits. Solutions of paused problems are passed over. An import or a check also waits while a solution that was just sent does, if this judge could take that.
 * Judges may call this at the same moment: `skip locked` gives each row to one of them. The page is told in the same
 * statement that a solution is with a judge, as `announceProgress` would.
 */
export async function claimNext(db: Db, claimer: Claimer): Promise<Lease | undefined> {
  const { judgeId, languageKeys, takes, leaseMs } = claimer;
  const { rows } = await sql<LeasedRow>`
    with leased as (update judging set
      judge_id = ${judgeId},
      leased_until_ms = ${NOW_MS} + ${leaseMs},
      claimed_at_ms = ${NOW_MS},
      fence = nextval('judging_fence'),
      attempt = attempt + 1,
      state = 'compiling',
      test_number = 0,
      progress = null,
      (testset_sha256, tests_number) = (
        select testset.sha256, (
          select count(*) from test
          where test.testset_id = testset.id and (judging.trial_run_id is null or test.is_sample)
        )
        from (
          select contest_id, problem_id from solution where id = judging.solution_id
          union all
          select contest_id, problem_id from trial_run where id = judging.trial_run_id
          union all
          select contest_id, problem_id from rejudging_run join solution on solution.id = rejudging_run.solution_id
          where rejudging_run.id = judging.rejudging_run_id
        ) as subject
        join testset on testset.id = ${judgedTestset('subject')}
      )
    where id = (
      select id from judging
      where leased_until_ms is null
        and available_at_ms <= ${NOW_MS}
        and (judge_id is distinct from ${judgeId} or available_at_ms + ${OTHER_JUDGE_FIRST_MS} <= ${NOW_MS})
        and system_type = 'balloon'
        and language_key = any(${waitingKeys(claimer)}::text[])
        and purpose = any(${takes.flatMap((kind) => PURPOSES[kind])}::text[])
        and not ${isPaused('judging')}
        and (purpose not in ('import', 'check') or not exists (
          select from judging as live
          where live.priority = ${PRIORITIES.live}
            and live.leased_until_ms is null
            and live.available_at_ms <= ${NOW_MS}
            and live.system_type = 'balloon'
            and live.language_key = any(${languageKeys}::text[])
            and not ${isPaused('live')}
        ))
      order by priority, turn, solution_id, id
      limit 1
      for update skip locked
    )
    returning
      solution_id, trial_run_id, import_id, check_id, rejudging_run_id, fence, attempt, language_key, purpose, only_test, state,
      test_number, tests_number
    )
    select
      solution_id, trial_run_id, import_id, check_id, rejudging_run_id, fence, attempt, language_key, purpose, only_test,
      (
        select pg_notify(${CHANNEL}, jsonb_build_object('type', 'solution.progress', 'payload', jsonb_build_object(
          'contestId', solution.contest_id, 'solutionId', solution.id, 'userId', solution.account_id,
          'state', leased.state, 'testNumber', leased.test_number, 'testsNumber', leased.tests_number,
          'attempt', leased.attempt
        ))::text)::text
        from solution where solution.id = leased.solution_id and leased.purpose = 'verdict'
      ) as announced
    from leased
  `.execute(db);
  return rows[0] && leaseOf(rows[0]);
}

function leaseOf({ fence, attempt, languageKey, purpose, onlyTest, ...row }: LeasedRow): Lease {
  const lease = { fence, attempt, languageKey };
  const subject = subjectOf(row);
  if (!('solutionId' in subject)) return { ...lease, ...subject };
  return purpose === 'detail'
    ? { ...lease, ...subject, purpose, onlyTest }
    : { ...lease, ...subject, purpose: 'verdict', onlyTest: null };
}

/**
 * Data that a judge needs for a leased solution, besides the tests; `undefined` when its problem had no
 * testset at the claim. Testsets with the same content are interchangeable.
 */
export function findWork(db: Db, subject: { solutionId: number } | { rejudgingRunId: number }) {
  return db
    .selectFrom('judging')
    .leftJoin('rejudgingRun', 'rejudgingRun.id', 'judging.rejudgingRunId')
    .innerJoin('solution', (join) =>
      join.on((eb) =>
        eb('solution.id', '=', eb.fn.coalesce('judging.solutionId', 'rejudgingRun.solutionId')),
      ),
    )
    .innerJoin('testset', (join) =>
      join
        .onRef('testset.problemId', '=', 'solution.problemId')
        .onRef('testset.sha256', '=', 'judging.testsetSha256'),
    )
    .where(isFor(subject))
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

/** The tests of a testset in order, with their sizes. @param which `samples` are the public ones */
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

/** Hashes of source and testset that a verdict stores, to detect later what has changed. */
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
