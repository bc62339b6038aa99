import type { AuditEntry, AuditFilters, AuditLog, AuditQuery } from '@balloon/contracts/site/audit.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { csvLines } from '#content/csv.ts';
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

/** Number of entries per query of an export. */
const BATCH = 1000;
/** Largest number of entries in a file: older ones are found by dates. */
const MAX_EXPORTED = 100_000;

/** Yields matching entries, newest first, as pieces of a CSV file; the first piece is the header. */
export async function* exportChanges(
  { db, replicas }: Services,
  reader: User,
  query: AuditFilters,
  separator: string,
): AsyncGenerator<string> {
  yield csvLines([HEADER], { separator, isFirst: true });
  let beforeId: number | undefined;
  for (let exported = 0; exported < MAX_EXPORTED; exported += BATCH) {
    const page = { ...query, beforeId };
    const rows = await replicas.read(db, (over) => selectEntries(over, reader, page).limit(BATCH).execute());
    yield csvLines(
      rows.map((row) => lineOf(entryFor(reader, row))),
      { separator },
    );
    if (rows.length < BATCH) return;
    beforeId = rows.at(-1)?.entryId;
  }
}

const HEADER = [
  ...['id', 'at', 'actor', 'username', 'action', 'subject', 'subjectId', 'name'],
  ...['contestId', 'groupId', 'before', 'after', 'ip'],
];

function lineOf({ id, atMs, actor, action, subject, ...rest }: AuditEntry): (string | number)[] {
  const json = (state: AuditEntry['before']) => (state === null ? '' : JSON.stringify(state));
  return [
    ...[id, new Date(atMs).toISOString(), actor?.fullName ?? '', actor?.username ?? '', action],
    ...[subject.kind, subject.id ?? '', subject.name ?? '', rest.contestId ?? '', rest.groupId ?? ''],
    ...[json(rest.before), json(rest.after), rest.ip ?? ''],
  ];
}

type EntryFilters = AuditFilters & { beforeId?: number | undefined };

/** Selects the entries that a supervisor may read, newest first; the caller limits their number. */
function selectEntries(
  db: Db,
  reader: User,
  { q, fromMs, toMs, beforeId, actorId, action, subjectKind, subjectId, contestId, groupId }: EntryFilters,
) {
  const equal = { actorId, action, subjectKind, subjectId, contestId, groupId };
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
  if (q.trim() !== '') found = found.where(containsWords(q));
  if (fromMs !== undefined) found = found.where('atMs', '>=', fromMs);
  if (toMs !== undefined) found = found.where('atMs', '<', toMs);
  if (beforeId !== undefined) found = found.where('auditEntry.id', '<', beforeId);
  return isAdmin(reader.accessMask) ? found : found.where(isFor(reader));
}

/** The text of the trigram index `audit_entry_by_text`, to the letter. */
const TEXT = sql`lower(
  coalesce(subject_name, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')
)`;

/** Condition on `audit_entry`: every word occurs in the subject's name or in the values before and after. */
function containsWords(text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const parts = words.map((word) => sql`${TEXT} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/** Whether a moderator may read an entry. Every moderator may read those about contests without groups. */
const isFor = ({ id, groupIds }: User) => sql<boolean>`(
  actor_id = ${id}
  or audit_entry.group_id = any(${[...groupIds]}::integer[])
  or audit_entry.contest_id in (
    select id from contest where not is_suspended and virtual_of_id is null and (
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
