import type { Db } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { type RawBuilder, sql } from 'kysely';
import { sessionsPresentIn } from '#features/contest-control/presence.ts';
import { peopleBehind } from '#features/contests/acting/people-behind.ts';
import { findControlled, mayControl } from '#features/user-admin/managed-user.ts';
import type { User } from '#services.ts';

/**
 * Condition on rows of `behind` (`peopleBehind`) and `session`: whether a supervisor of the contest may know of the session.
 * A moderator may put anybody on the list of a contest, so that alone tells nothing: of people whose accounts they do not
 * control they know the sessions that are in the contest, by an open page or as the device that takes part.
 */
export async function isKnownTo(db: Db, supervisor: User, contestId: number): Promise<RawBuilder<boolean>> {
  if (isAdmin(supervisor.accessMask)) return sql<boolean>`true`;
  const { rows } = await sql<{ personId: number }>`
    select distinct person_id from ${peopleBehind(contestId)} as behind
  `.execute(db);
  const people = await findControlled(
    db,
    rows.map(({ personId }) => personId),
  );
  const controlledIds = people.filter((person) => mayControl(supervisor, person)).map(({ id }) => id);
  return sql<boolean>`(
    behind.person_id = any(${controlledIds}::integer[])
    or session.id in ${sessionsPresentIn(contestId)}
    or exists (
      select from contest_device
      where contest_id = ${contestId} and contest_device.account_id = behind.participant_id
        and contest_device.device_hash = session.device_hash
    )
  )`;
}
