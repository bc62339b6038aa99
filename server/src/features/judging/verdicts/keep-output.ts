import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type JudgeResult, KEPT_OUTPUT_MAX_BYTES } from '@balloon/contracts/judging/judge.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

const unpack = promisify(gunzip);

type Judged = { judgementId: number } | { solutionId: number; fence: number };

/**
 * Keeps what a judging wrote on the test that failed it, once its verdict is stored: in a statement of its own, so that
 * the log of the contest is locked no longer for it. What cannot be unpacked is not kept.
 */
export async function keepOutput(
  db: Db,
  judged: Judged,
  { testNumber, failedOutput }: Pick<JudgeResult, 'testNumber' | 'failedOutput'>,
): Promise<void> {
  if (failedOutput === undefined || testNumber === 0) return;
  const packed = Buffer.from(failedOutput.packed, 'base64');
  const kept = await unpack(packed, { maxOutputLength: KEPT_OUTPUT_MAX_BYTES }).catch(() => null);
  if (kept === null) return;
  await sql`
    insert into judgement_output (judgement_id, solution_id, test_number, packed, kept_bytes, output_bytes)
    select id, solution_id, ${testNumber}::integer, ${packed}::bytea, ${kept.length}::integer,
      ${Math.max(failedOutput.bytes, kept.length)}::bigint
    from judgement where ${isOf(judged)}
    on conflict do nothing
  `.execute(db);
}

const isOf = (judged: Judged) =>
  'judgementId' in judged
    ? sql`id = ${judged.judgementId}`
    : sql`solution_id = ${judged.solutionId} and (judged_by ->> 'fence')::bigint = ${judged.fence}`;
