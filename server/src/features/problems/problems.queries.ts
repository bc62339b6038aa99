import type { Db } from '@balloon/database/connect.ts';
import type { Database } from '@balloon/database/tables.ts';
import type { Limits } from '@balloon/domain/languages/language-limits.ts';
import { type ExpressionBuilder, sql } from 'kysely';

/** Limits of single languages, as `JudgingRules` has them; null where all have those of the problem. */
export const LANGUAGE_LIMITS = sql<Record<string, Limits> | null>`testset.rules -> 'languageLimits'`.as(
  'languageLimits',
);

/** What the outside system that judges a problem says of it. */
export interface OutsideFacts {
  timeLimitMs: number | null;
  memoryLimitKb: number | null;
  /** Names of the files that solutions read and write; null: standard streams. */
  inputFile: string | null;
  outputFile: string | null;
  /** Address at which people see it there, and that of the server. */
  url: string | null;
  serverUrl: string;
}

/** Null for problems of our own judge. */
const OUTSIDE_FACTS = sql<OutsideFacts | null>`(
  select jsonb_build_object(
    'timeLimitMs', outside.time_limit_ms, 'memoryLimitKb', outside.memory_limit_kb,
    'inputFile', outside.input_file, 'outputFile', outside.output_file,
    'url', outside.url, 'serverUrl', server.url
  )
  from outside_problem as outside join outside_server as server on server.id = outside.server_id
  where outside.problem_id = problem.id
)`.as('outside');

/** The columns of `problem`, and of its `testset` if it has one, that a statement needs. */
export const PROBLEM_COLUMNS = [
  'problem.id',
  'problem.title',
  'problem.systemType',
  'problem.foreignProblemIdentifier',
  'problem.htmlStatement',
  'problem.attachments',
  'problem.samples',
  'problem.sourceUrl',
  'problem.testsetId',
  'problem.createdAt',
  'problem.updatedAt',
  'testset.timeLimitMs',
  'testset.memoryLimitKb',
  LANGUAGE_LIMITS,
  OUTSIDE_FACTS,
] as const;

/** A problem as stored, with its own content; versions and other languages may replace that. */
export interface StoredProblem {
  id: number;
  title: string;
  systemType: string;
  foreignProblemIdentifier: string;
  htmlStatement: string;
  attachments: object;
  samples: StatementContent['samples'];
  sourceUrl: string | null;
  testsetId: number | null;
  createdAt: Date;
  updatedAt: Date;
  timeLimitMs: number | null;
  memoryLimitKb: number | null;
  languageLimits: Record<string, Limits> | null;
  outside: OutsideFacts | null;
}

/** Title and statement of a problem, a version or a translation. */
export interface StatementContent {
  title: string;
  htmlStatement: string;
  attachments: object;
  /** Replaces the tests marked as samples; null means those tests. */
  samples: { input: string; output: string }[] | null;
}

export function findProblem(db: Db, problemId: number): Promise<StoredProblem | undefined> {
  return db
    .selectFrom('problem')
    .leftJoin('testset', 'testset.id', 'problem.testsetId')
    .select(PROBLEM_COLUMNS)
    .where('problem.id', '=', problemId)
    .where('problem.deletedAtMs', 'is', null)
    .executeTakeFirst();
}

/** The statements of problems in all languages that they have. */
export async function findStatements(db: Db, problemIds: readonly number[]) {
  if (problemIds.length === 0) return [];
  return db
    .selectFrom('problemStatement')
    .select(['problemId', 'locale', 'title', 'htmlStatement', 'attachments', 'samples'])
    .where('problemId', 'in', problemIds)
    .execute();
}

/** First chunk of a stored file, which holds all but huge samples. */
const firstChunk =
  (column: 'test.inputSha256' | 'test.answerSha256') => (eb: ExpressionBuilder<Database, 'test'>) =>
    eb
      .selectFrom('blobChunk')
      .select('content')
      .whereRef('blobChunk.sha256', '=', column)
      .where('blobChunk.number', '=', 0);

/** The sample tests of testsets, in the order of their numbers. */
export async function findSamples(db: Db, testsetIds: readonly number[]) {
  if (testsetIds.length === 0) return [];
  return db
    .selectFrom('test')
    .select((eb) => [
      'test.testsetId',
      firstChunk('test.inputSha256')(eb).as('input'),
      firstChunk('test.answerSha256')(eb).as('output'),
    ])
    .where('test.isSample', '=', true)
    .where('test.testsetId', 'in', testsetIds)
    .orderBy('test.testsetId')
    .orderBy('test.number')
    .execute();
}
