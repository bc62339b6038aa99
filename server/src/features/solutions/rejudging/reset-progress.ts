import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Services } from '#services.ts';

/** How far a reset is: how many solutions its batches have had, and how many of these wait for a verdict. */
export interface ResetProgress {
  handledNumber: number;
  waitingNumber: number;
}

/** Time in ms for which a count is shown to all who ask: each looks through the queue for thousands of solutions. */
const COUNTED_EVERY_MS = 1_000;
const MAX_COUNTED = 1_000;

type Counts = LRUCache<number, ResetProgress, Db>;

const ofProcess = new WeakMap<Services['announcements'], Counts>();

/** How far a reset is; this process counts it once a second at most, however many organisers follow it. */
export async function progressOfReset(
  { db, announcements }: Pick<Services, 'db' | 'announcements'>,
  resetId: number,
): Promise<ResetProgress | undefined> {
  const counts = ofProcess.get(announcements) ?? openCounts();
  ofProcess.set(announcements, counts);
  return counts.fetch(resetId, { context: db });
}

const openCounts = (): Counts =>
  new LRUCache({
    max: MAX_COUNTED,
    ttl: COUNTED_EVERY_MS,
    fetchMethod: (resetId, _, { context: db }) => countProgress(db, resetId),
  });

/** Counts both at one instant. */
const countProgress = (db: Db, resetId: number) =>
  db
    .selectFrom('solutionReset')
    .where('id', '=', resetId)
    .select([
      'handledNumber',
      sql<number>`case
        when judged_at_ms is null then count_waiting(solution_ids[:handled_number]) else 0
      end`.as('waitingNumber'),
    ])
    .executeTakeFirst();
