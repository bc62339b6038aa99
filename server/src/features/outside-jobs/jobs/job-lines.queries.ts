import type { LineOutcome } from '@balloon/contracts/outside/outside-jobs.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { storableText } from '#content/storable.ts';

/** Problem of ours that an identifier of a server stands for. */
export interface KnownProblem {
  foreignId: string;
  problemId: number;
  isDeleted: boolean;
}

/** Known problems of a server among these identifiers, or all. Deleted ones come only where no other stands for them. */
export async function findKnown(
  db: Db,
  serverId: number,
  foreignIds: readonly string[] | null = null,
): Promise<KnownProblem[]> {
  const { rows } = await sql<KnownProblem>`
    select distinct on (problem.foreign_problem_identifier)
      problem.foreign_problem_identifier as foreign_id,
      problem.id as problem_id,
      problem.deleted_at_ms is not null as is_deleted
    from outside_problem join problem on problem.id = outside_problem.problem_id
    where outside_problem.server_id = ${serverId}
      and (${foreignIds === null} or problem.foreign_problem_identifier = any(${foreignIds ?? []}::text[]))
    order by problem.foreign_problem_identifier, (problem.deleted_at_ms is not null), problem.id
  `.execute(db);
  return rows;
}

export interface NewLine {
  foreignId: string;
  title: string;
  outcome: LineOutcome;
  problemId: number | null;
}

/** Adds lines; those that are there already stay, so that a part of a list may be told twice. */
export async function addLines(tx: Tx, jobId: number, lines: readonly NewLine[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into outside_job_line (job_id, foreign_id, title, outcome, problem_id)
    select ${jobId}, line.foreign_id, line.title, line.outcome, line.problem_id
    from jsonb_to_recordset(${JSON.stringify(lines.map(rowOf))}::jsonb)
      as line (foreign_id text, title text, outcome text, problem_id integer)
    on conflict (job_id, foreign_id) do nothing
  `.execute(tx);
}

const rowOf = ({ foreignId, title, outcome, problemId }: NewLine) => ({
  foreign_id: storableText(foreignId),
  title: storableText(title),
  outcome,
  problem_id: problemId,
});

/** Number of lines of a job by outcome. */
export async function countLines(db: Db, jobId: number): Promise<Record<LineOutcome, number>> {
  return (await countLinesOf(db, [jobId])).get(jobId) ?? noLines();
}

/** Number of lines by outcome, for jobs that have any. */
export async function countLinesOf(
  db: Db,
  jobIds: readonly number[],
): Promise<Map<number, Record<LineOutcome, number>>> {
  const counts = new Map<number, Record<LineOutcome, number>>();
  if (jobIds.length === 0) return counts;
  const rows = await db
    .selectFrom('outsideJobLine')
    .select(['jobId', 'outcome', sql<number>`count(*)::integer`.as('number')])
    .where('jobId', 'in', [...jobIds])
    .groupBy(['jobId', 'outcome'])
    .execute();
  for (const { jobId, outcome, number } of rows) {
    const ofJob = counts.get(jobId) ?? noLines();
    ofJob[outcome] = number;
    counts.set(jobId, ofJob);
  }
  return counts;
}

export const noLines = (): Record<LineOutcome, number> => ({
  ...{ wanted: 0, known: 0, new: 0, changed: 0, same: 0, vanished: 0, failed: 0 },
});

export interface ReadLine {
  outcome: Exclude<LineOutcome, 'wanted' | 'known' | 'vanished'>;
  message?: string | null;
  problemId?: number | null;
  /** Title as it was read; absent: as listed. */
  title?: string;
}

/** Stores what became of a line. */
export async function settleLine(
  tx: Tx,
  { jobId, foreignId }: { jobId: number; foreignId: string },
  { outcome, message = null, problemId, title }: ReadLine,
): Promise<void> {
  await tx
    .updateTable('outsideJobLine')
    .set({
      ...{ outcome, message: message && storableText(message) },
      ...(problemId === undefined ? {} : { problemId }),
      ...(title === undefined ? {} : { title: storableText(title) }),
    })
    .where('jobId', '=', jobId)
    .where('foreignId', '=', foreignId)
    .execute();
}

/** A page of the lines of a job, in the order of identifiers. */
export async function findLines(
  db: Db,
  jobId: number,
  { outcome, count, offset }: { outcome?: LineOutcome | undefined; count: number; offset: number },
) {
  const matching = db
    .selectFrom('outsideJobLine')
    .where('jobId', '=', jobId)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'wanted'));
  const [lines, { number }] = await Promise.all([
    matching
      .select(['foreignId', 'title', 'outcome', 'message', 'problemId', 'importId'])
      .orderBy('foreignId')
      .limit(count)
      .offset(offset)
      .execute(),
    matching.select(sql<number>`count(*)::integer`.as('number')).executeTakeFirstOrThrow(),
  ]);
  return { lines, linesNumber: number };
}
