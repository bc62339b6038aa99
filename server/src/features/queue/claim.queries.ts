import type { CompilerOptions } from '@balloon/contracts/judging/compiler-options.ts';
import type { JudgeTask } from '@balloon/contracts/judging/judge.ts';
import type { WorkKind } from '@balloon/contracts/judging/leases.ts';
import { type Db, executePrepared } from '@balloon/database/connect.ts';
import type { NamedContent } from '@balloon/database/judging-tables.ts';
import { sql } from 'kysely';
import { COMPARING, PACKAGES, PRIORITIES, REJUDGING_TURNS } from '#features/queue/enqueue-judging.ts';
import { subjectOf, UNAWAITED } from '#features/queue/lease.queries.ts';

/** Head start of other judges on work at which a judge has failed. */
const OTHER_JUDGE_FIRST_MS = 5_000;

interface AnyLease {
  /** Grows with every lease: a report that carries an older one is refused. */
  fence: number;
  /** Counts leases from 1. */
  attempt: number;
  languageKey: string;
}
/** What is judged, and by which testset. */
export interface LeasedWork extends TestsetName {
  contestId: number;
  source: string;
  entryPoint: string | null;
  files: NamedContent[] | null;
  options: CompilerOptions | null;
}
/** Testsets never change: an import makes a new one. */
export interface TestsetName {
  testsetId: number;
  testsetSha256: string;
}
export type SolutionLease = AnyLease & {
  solutionId: number;
  purpose: JudgeTask['purpose'];
  /** The test of a detail of one test; null: all. */
  onlyTest: number | null;
  /** Whether it is judged again with many others. */
  isBulk: boolean;
  /** Null when its problem had no testset at the claim. */
  work: LeasedWork | null;
};
export type TrialLease = AnyLease & { trialRunId: number };
export type ImportLease = AnyLease & { importId: number };
export type CheckLease = AnyLease & { checkId: number };
export type RejudgeLease = AnyLease & { rejudgingRunId: number; work: LeasedWork | null };
export type CompareLease = AnyLease & { similarityPartId: number };
export type Lease = SolutionLease | TrialLease | ImportLease | CheckLease | RejudgeLease | CompareLease;

type NullsOf<Work> = { [Column in keyof Work]: Work[Column] | null };

interface LeasedRow extends AnyLease, NullsOf<LeasedWork> {
  solutionId: number | null;
  trialRunId: number | null;
  importId: number | null;
  checkId: number | null;
  rejudgingRunId: number | null;
  similarityPartId: number | null;
  purpose: 'verdict' | 'detail' | 'trial' | 'import' | 'check' | 'rejudge' | 'compare';
  onlyTest: number | null;
  isBulk: boolean;
}

export interface Claimer {
  judgeId: number;
  languageKeys: readonly string[];
  takes: readonly WorkKind[];
  /** Whether it may be given what is judged again with many others, and what comes after that. */
  takesBulk: boolean;
  leaseMs: number;
}

const PURPOSES = {
  solution: ['verdict', 'detail'],
  trial: ['trial'],
  import: ['import'],
  check: ['check'],
  rejudge: ['rejudge'],
  compare: ['compare'],
} as const satisfies Record<WorkKind, readonly string[]>;

/**
 * Keys under which a claim waits: languages, packages where it takes them, and comparisons where it takes them. A judge that
 * may be given no language gets no sources to compare either.
 */
export function waitingKeys({ languageKeys, takes }: Pick<Claimer, 'languageKeys' | 'takes'>): string[] {
  const isJudging = takes.some((kind) => kind === 'solution' || kind === 'trial' || kind === 'rejudge');
  const isBuilding = takes.includes('import') || takes.includes('check');
  const isComparing = takes.includes('compare') && languageKeys.length > 0;
  return [
    ...(isJudging ? languageKeys : []),
    ...(isBuilding ? [PACKAGES] : []),
    ...(isComparing ? [COMPARING] : []),
  ];
}

/**
 * Leases the next waiting work of the kinds that the judge takes, in one of its languages, or gives `undefined` when
 * none waits. Solutions of paused problems are passed over. An import or a check also waits while a solution that was
 * just sent does, if this judge could take that. Judges may call this at the same moment: `skip locked` gives each
 * row to one of them. The page is told in the same call that a solution is with a judge, as `announceProgress` would,
 * unless it is judged again with many others (`claim_judging` in `database/schema.sql`). What is judged comes with it
 * (`claim_work`). The lease of one of many is not awaited on the disk.
 */
export async function claimNext(db: Db, claimer: Claimer): Promise<Lease | undefined> {
  const { judgeId, languageKeys, takes, takesBulk, leaseMs } = claimer;
  const query = sql<LeasedRow>`
    select claimed.*, case when claimed.is_bulk then ${UNAWAITED} end as unawaited from claim_work(
      ${judgeId}, ${leaseMs}, ${waitingKeys(claimer)}::text[],
      ${takes.flatMap((kind) => PURPOSES[kind])}::text[], ${[...languageKeys]}::text[], ${PRIORITIES.live},
      ${PRIORITIES.rejudging}, ${REJUDGING_TURNS.bulk}, ${takesBulk}, ${OTHER_JUDGE_FIRST_MS}
    ) as claimed
  `.compile(db);
  const [row] = await executePrepared(db, 'claim', query);
  return row && leaseOf(row);
}

/** Whether a lease is one of many for which nobody waits. */
export const isOfMany = (lease: Lease): boolean =>
  'isBulk' in lease ? lease.isBulk : 'rejudgingRunId' in lease || 'similarityPartId' in lease;

function leaseOf(row: LeasedRow): Lease {
  const { fence, attempt, languageKey, purpose, onlyTest, isBulk } = row;
  const lease = { fence, attempt, languageKey };
  const subject = subjectOf(row);
  if ('rejudgingRunId' in subject) return { ...lease, ...subject, work: workOf(row) };
  if (!('solutionId' in subject)) return { ...lease, ...subject };
  const solution = { ...lease, ...subject, isBulk, work: workOf(row) };
  return purpose === 'detail'
    ? { ...solution, purpose, onlyTest }
    : { ...solution, purpose: 'verdict', onlyTest: null };
}

function workOf({
  contestId,
  testsetId,
  testsetSha256,
  source,
  entryPoint,
  files,
  options,
}: LeasedRow): LeasedWork | null {
  if (contestId === null || testsetId === null || testsetSha256 === null || source === null) return null;
  return { contestId, testsetId, testsetSha256, source, entryPoint, files, options };
}

/** The rules of a testset, as they are stored. */
export function findStoredRules(db: Db, testsetId: number) {
  return db
    .selectFrom('testset')
    .select(['timeLimitMs', 'memoryLimitKb', 'outputLimitKb', 'checker', 'rules'])
    .where('id', '=', testsetId)
    .executeTakeFirst();
}

/** The tests of a testset in order, with their sizes. @param which `samples` are the public ones */
export function findTests(db: Db, testsetId: number, which: 'all' | 'samples') {
  const query = db
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
    .compile();
  // Many claims ask for them, and planning takes longer than reading them.
  return executePrepared(db, `${which} tests`, query);
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
