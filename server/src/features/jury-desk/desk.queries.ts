import type { JuryDesk } from '@balloon/contracts/hall/jury-desk.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';

/** Time in ms after which a take counts no more. */
export const TAKEN_MS = 30 * 60_000;
/** Time in ms for which a process's word on who looks at what counts: three rounds of writing. */
const PRESENT_MS = 15_000;
/** Age in ms after which a row is of no use to anybody. */
const FORGET_MS = 3_600_000;
/** Most entries of either kind. */
const MAX_SHOWN = 200;

/** A supervisor who has a solution open. */
export interface Look {
  solutionId: number;
  userId: number;
}

/** Writes who looks at what on a web process, in place of what it wrote before. */
export async function writeLooks(
  db: Db,
  { contestId, processId, looks }: { contestId: number; processId: string; looks: readonly Look[] },
): Promise<void> {
  await sql`
    insert into jury_presence (contest_id, process_id, looks, seen_at_ms)
    values (${contestId}, ${processId}, ${JSON.stringify(looks)}, ${NOW_MS})
    on conflict (contest_id, process_id) do update set looks = excluded.looks, seen_at_ms = excluded.seen_at_ms
  `.execute(db);
  await sql`delete from jury_presence where seen_at_ms < ${NOW_MS} - ${FORGET_MS}::bigint`.execute(db);
}

/** Reads who looks at what and who checks what, on whichever web process they are. */
export async function readDesk(db: Db, contestId: number): Promise<JuryDesk> {
  const [looks, takes] = await Promise.all([findLooks(db, contestId), findTakes(db, contestId)]);
  const ids = [...looks, ...takes].map(({ userId }) => userId);
  const people = new Map((await findUsers(db, [...new Set(ids)])).map((user) => [user.id, publicUser(user)]));
  const named = <Entry extends Look>(entries: readonly Entry[]) =>
    entries.flatMap(({ userId, ...entry }) => {
      const user = people.get(userId);
      return user ? [{ ...entry, user }] : [];
    });
  return { contestId, looks: named(looks), takes: named(takes) };
}

async function findLooks(db: Db, contestId: number): Promise<Look[]> {
  const { rows } = await sql<Look>`
    select distinct look."solutionId", look."userId"
    from jury_presence, jsonb_to_recordset(looks) as look("solutionId" integer, "userId" integer)
    where contest_id = ${contestId} and seen_at_ms > ${NOW_MS} - ${PRESENT_MS}::bigint
    order by 1, 2
    limit ${MAX_SHOWN}
  `.execute(db);
  return rows;
}

function findTakes(db: Db, contestId: number) {
  return db
    .selectFrom('solutionTake')
    .innerJoin('solution', 'solution.id', 'solutionTake.solutionId')
    .where('solution.contestId', '=', contestId)
    .where('solution.deletedAtMs', 'is', null)
    .where(sql<boolean>`taken_at_ms > ${NOW_MS} - ${TAKEN_MS}::bigint`)
    .select(['solutionTake.solutionId', 'solutionTake.takenById as userId', 'solutionTake.takenAtMs'])
    .orderBy('solutionTake.takenAtMs', 'desc')
    .limit(MAX_SHOWN)
    .execute();
}
