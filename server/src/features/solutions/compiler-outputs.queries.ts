import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { type Expression, sql } from 'kysely';

/** Words that no judgement names stay this long, because references to them may not be committed yet. */
const ORPHAN_AGE_MS = 24 * 3_600_000;

/** Keeps words of a compiler and gives their hash: an expression for a statement that writes a judgement. */
export const keptCompilerOutput = (said: Expression<string | null> | string | null) =>
  sql<string | null>`kept_compiler_output(${said}::text)`;

/**
 * Throws away words of compilers whose last judgement is gone, without those that a verdict on its way is using again: it may wait
 * for others of them.
 *
 * @returns how many texts these were
 */
export async function removeOrphanCompilerOutputs(db: Db, ageMs = ORPHAN_AGE_MS): Promise<number> {
  const oldestMs = (await databaseNowMs(db)) - ageMs;
  const { numDeletedRows } = await db
    .deleteFrom('compilerOutput')
    .where('sha256', 'in', (eb) =>
      eb
        .selectFrom('compilerOutput')
        .select('sha256')
        .where('usedAtMs', '<', oldestMs)
        .where(
          sql<boolean>`not exists (select from judgement where compiler_output_sha256 = compiler_output.sha256)`,
        )
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
