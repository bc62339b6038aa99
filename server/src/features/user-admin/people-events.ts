import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** Changes of this many ms are told together. */
const TELL_EVERY_MS = 500;
/** Ids of one event; beyond them screens read everything again. */
const MAX_IDS = 500;

/** Tells supervisors who look at people whose accounts have changed; returns the function that stops it. */
export function tellPeopleChanges(services: Services): () => void {
  const { announcements, sockets, log } = services;
  const changed = new Set<number>();
  let areMany = false;
  let timer: NodeJS.Timeout | undefined;

  function flush() {
    timer = undefined;
    const ids = areMany || changed.size > MAX_IDS ? null : [...changed];
    changed.clear();
    areMany = false;
    tell(services, ids).catch((error) => log.error({ err: error }, 'supervisors were not told of people'));
  }
  const stop = announcements.on('people.changed', ({ ids }) => {
    if (!sockets.hasMembers([ROOMS.peopleAdmins, ROOMS.peopleModerators])) return;
    if (ids === null) areMany = true;
    for (const id of ids ?? []) changed.add(id);
    timer ??= setTimeout(flush, TELL_EVERY_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function tell({ db, sockets }: Services, ids: number[] | null): Promise<void> {
  sockets.emit(ROOMS.peopleAdmins, 'people changed', { userIds: ids });
  if (!sockets.hasMembers([ROOMS.peopleModerators])) return;
  const known = ids && (await withoutAdmins(db, ids));
  if (known?.length !== 0) sockets.emit(ROOMS.peopleModerators, 'people changed', { userIds: known });
}

async function withoutAdmins(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .where('accessMask', '<>', ACCESS_GROUPS.admin.mask)
    .execute();
  return rows.map(({ id }) => id);
}
