import type { AuditSubject } from '@balloon/contracts/audit-actions.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';

/** An edit that was made on top of one version of a subject. */
export interface VersionedEdit {
  kind: AuditSubject;
  id: number;
  /** The stored version, read under the lock of the subject's row. */
  stored: number;
  /** The version that the editor has read; older clients send none, and overwrite. */
  read: number | undefined;
}

/**
 * Refuses an edit of something that changed since its editor read it.
 *
 * @throws {ConflictError} CHANGED_MEANWHILE; `restParams` has `version`, and of the newest change `changedBy`,
 *   `changedAtMs`, `before` and `after`
 */
export async function expectVersion(tx: Tx, { kind, id, stored, read }: VersionedEdit): Promise<void> {
  if (read === undefined || read === stored) return;
  const newest = await tx
    .selectFrom('auditEntry')
    .innerJoin('account', 'account.id', 'auditEntry.actorId')
    .select(PUBLIC_USER_COLUMNS)
    .select(['atMs', 'before', 'after'])
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', id)
    .orderBy('auditEntry.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const who = newest ? publicUser(newest).fullName || newest.username : 'Somebody else';
  const fields = Object.keys(newest?.after ?? {}).join(', ');
  throw new ConflictError(
    'CHANGED_MEANWHILE',
    `${who} changed this meanwhile${fields ? ` (${fields})` : ''}: look at it again before you save`,
    {
      restParams: {
        version: stored,
        changedBy: newest ? publicUser(newest) : null,
        changedAtMs: newest?.atMs ?? null,
        before: newest?.before ?? null,
        after: newest?.after ?? null,
      },
    },
  );
}
