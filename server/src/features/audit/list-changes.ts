import type { AuditEntry, AuditLog, AuditQuery } from '@balloon/contracts/audit.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contest-access.ts';
import { sql } from 'kysely';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/**
 * Lists the changes of supervisors, newest first, in pages by key. Admins read all entries. Moderators read their own
 * ones and, without addresses, those about contests that they supervise and about their groups.
 */
export async function listChanges({ db }: Services, reader: User, query: AuditQuery): Promise<AuditLog> {
  const found = await selectEntries(db, reader, query)
    .limit(query.count + 1)
    .execute();
  const entries = found.slice(0, query.count).map((row) => entryFor(reader, row));
  return { entries, nextBeforeId: found.length > query.count ? (entries.at(-1)?.id ?? null) : null };
}

function selectEntries(db: Db, reader: User, { fromMs, toMs, beforeId, count: _, ...equal }: AuditQuery) {
  let found = db
    .selectFrom('auditEntry')
    .leftJoin('account', 'account.id', 'auditEntry.actorId')
    .select(PUBLIC_USER_COLUMNS)
    .select([
      ...(['atMs', 'action', 'subjectKind', 'subjectId', 'subjectName'] as const),
      ...(['contestId', 'groupId', 'before', 'after', 'ip'] as const),
      'auditEntry.id as entryId',
    ])
    .orderBy('auditEntry.id', 'desc');
  for (const [column, value] of Object.entries(equal)) {
    if (value !== undefined) found = found.where(`auditEntry.${column as keyof typeof equal}`, '=', value);
  }
  if (fromMs !== undefined) found = found.where('atMs', '>=', fromMs);
  if (toMs !== undefined) found = found.where('atMs', '<', toMs);
  if (beforeId !== undefined) found = found.where('auditEntry.id', '<', beforeId);
  return isAdmin(reader.accessMask) ? found : found.where(isFor(reader));
}

/** Whether a moderator may read an entry. Every moderator may read those about contests without groups. */
const isFor = ({ id, groupIds }: User) => sql<boolean>`(
  actor_id = ${id}
  or audit_entry.group_id = any(${[...groupIds]}::integer[])
  or audit_entry.contest_id in (
    select id from contest where not is_suspended and (
      not exists (select from contest_group where contest_group.contest_id = contest.id)
      or exists (
        select from contest_group
        where contest_group.contest_id = contest.id and contest_group.group_id = any(${[...groupIds]}::integer[])
      )
    )
  )
)`;

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

function entryFor(reader: User, row: Row): AuditEntry {
  const { id, username, firstName, lastName, accessMask } = row;
  const isKnown = id !== null && username !== null && accessMask !== null;
  return {
    id: row.entryId,
    atMs: row.atMs,
    actor: isKnown
      ? publicUser({ id, username, accessMask, firstName: firstName ?? '', lastName: lastName ?? '' })
      : null,
    action: row.action,
    subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName },
    contestId: row.contestId,
    groupId: row.groupId,
    before: row.before,
    after: row.after,
    ip: isAdmin(reader.accessMask) || id === reader.id ? row.ip : null,
  };
}
