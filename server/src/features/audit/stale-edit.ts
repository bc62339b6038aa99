import type { ChangedMeanwhile } from '@balloon/contracts/site/audit.ts';
import type { AuditAction, AuditSubject } from '@balloon/contracts/site/audit-actions.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';

/** An edit that was made on top of one version of a subject. */
export interface VersionedEdit {
  kind: AuditSubject;
  id: number;
  /** What of the subject counts versions of its own. */
  part?: 'team';
  /** The stored version, read under the lock of the subject's row. */
  stored: number;
  /** The version that the editor has read; older clients send none, and overwrite. */
  read: number | undefined;
}

/** Edits that a refused editor is shown. */
const MAX_EDITS = 20;

/**
 * Refuses an edit of something that changed since its editor read it. Serves everything that counts versions;
 * `recordChange` is told the version that a change makes.
 *
 * @throws {ConflictError} CHANGED_MEANWHILE with `ChangedMeanwhile` in `restParams`
 */
export async function expectVersion(tx: Tx, edit: VersionedEdit): Promise<void> {
  const { stored, read } = edit;
  if (read === undefined || read === stored) return;
  const edits = await findEditsAfter(tx, { ...edit, read });
  const [newest] = edits;
  const who = newest ? editorName(newest) : 'Somebody else';
  const fields = [...new Set(edits.flatMap(({ changed }) => changed))].join(', ');
  const restParams: ChangedMeanwhile = {
    version: stored,
    edits,
    changedBy: newest?.editor ?? null,
    changedAtMs: newest?.editedAtMs ?? null,
    before: newest?.before ?? null,
    after: newest?.after ?? null,
  };
  throw new ConflictError(
    'CHANGED_MEANWHILE',
    `${who} changed this meanwhile${fields ? ` (${fields})` : ''}: look at it again before you save`,
    { restParams },
  );
}

/** Name of who made an edit, for clients without texts of their own. */
function editorName({
  editor,
  action,
}: Pick<ChangedMeanwhile['edits'][number], 'editor' | 'action'>): string {
  const name = editor ? editor.fullName || editor.username : null;
  if (action === 'problem.import') return name === null ? 'An import by command' : `An import by ${name}`;
  return name ?? 'Somebody else';
}

/** Actions whose versions are those of the team that uses an account, not of the account. */
const TEAM_ACTIONS: readonly AuditAction[] = ['user.team', 'user.removeTeam'];

async function findEditsAfter(tx: Tx, { kind, id, read, part }: VersionedEdit & { read: number }) {
  const rows = await tx
    .selectFrom('auditEntry')
    .leftJoin('account', 'account.id', 'auditEntry.actorId')
    .select(PUBLIC_USER_COLUMNS)
    .select(['subjectVersion', 'atMs', 'action', 'before', 'after'])
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', id)
    .where('subjectVersion', '>', read)
    .where('action', part === 'team' ? 'in' : 'not in', TEAM_ACTIONS)
    .orderBy('subjectVersion', 'desc')
    .limit(MAX_EDITS)
    .execute();
  return rows.map(({ subjectVersion, atMs, action, before, after, ...account }) => ({
    version: subjectVersion ?? read,
    editor: editorOf(account),
    editedAtMs: atMs,
    ...{ action, before, after },
    changed: changedNames(after),
  }));
}

type Editor = Parameters<typeof publicUser>[0];

function editorOf({
  id,
  username,
  firstName,
  lastName,
  accessMask,
}: { [K in keyof Editor]: Editor[K] | null }) {
  if (id === null || username === null || accessMask === null) return null;
  return publicUser({ id, username, accessMask, firstName: firstName ?? '', lastName: lastName ?? '' });
}

/** Names of the fields of an entry; an entry that was too long for the log holds them as a list. */
function changedNames(after: Record<string, unknown> | null): string[] {
  if (after?.tooLarge === true && Array.isArray(after.fields)) return after.fields.map(String);
  return Object.keys(after ?? {});
}
