import type { PeopleQuery } from '@balloon/contracts/people/user-admin.ts';
import { accessGroupByMask, isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { csvLines } from '#content/csv.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { matchingPeople, selectAdminUsers } from '#features/user-admin/people.queries.ts';
import type { Services, User } from '#services.ts';

/** Number of people per query: each takes some milliseconds, so that a large export does not block other requests. */
const BATCH = 1000;

const HEADER = [
  ...['id', 'lastName', 'firstName', 'username', 'email', 'role', 'groups'],
  ...['registeredAt', 'seenAt', 'banned'],
];

/** Records that somebody takes a file with names and addresses of people, before its first byte leaves. */
export async function recordExport({ db }: Services, reader: User): Promise<void> {
  await db
    .transaction()
    .execute((tx) => recordChange(tx, reader, { action: 'user.export', subjectId: null }));
}

/** Yields matching people as pieces of a CSV file in the order of their ids; the first piece is the header. */
export async function* exportPeople(
  { db, replicas }: Services,
  reader: User,
  query: Omit<PeopleQuery, 'sort'>,
  separator: string,
): AsyncGenerator<string> {
  yield csvLines([HEADER], { separator, isFirst: true });
  for (let lastId = 0; ; ) {
    const afterId = lastId;
    const rows = await replicas.read(db, (over) =>
      selectAdminUsers(matchingPeople(over, reader, query))
        .where('account.id', '>', afterId)
        .orderBy('account.id')
        .limit(BATCH)
        .execute(),
    );
    if (rows.length === 0) return;
    yield csvLines(
      rows.map((row) => lineOf(reader, row)),
      { separator },
    );
    lastId = rows.at(-1)?.id ?? lastId;
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAdminUsers>['execute']>>[number];

function lineOf(reader: User, row: Row): (string | number)[] {
  const groups = row.groups.filter(({ id }) => isAdmin(reader.accessMask) || reader.groupIds.includes(id));
  return [
    ...[row.id, row.lastName, row.firstName, row.username, row.email ?? ''],
    accessGroupByMask(row.accessMask).name,
    groups.map(({ name }) => name).join(', '),
    new Date(row.registeredAtMs).toISOString(),
    row.activeAtMs === null ? '' : new Date(row.activeAtMs).toISOString(),
    row.isBanned ? 'yes' : '',
  ];
}
