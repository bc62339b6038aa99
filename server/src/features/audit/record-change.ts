import { AUDIT_ACTIONS, type AuditAction } from '@balloon/contracts/site/audit-actions.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { type AuditState, auditJson, changedFields } from '#features/audit/audit-state.ts';
import type { User } from '#services.ts';

/** Change made by a supervisor. */
export interface Change {
  action: AuditAction;
  /** Id of the subject, whose kind the action determines; null for a subject without one. */
  subjectId: number | null;
  subjectName?: string | undefined;
  /** Contest or group to which the subject belongs: its supervisors may read the entry. */
  contestId?: number;
  groupId?: number;
  /** Version of the subject that the change made, where the subject counts versions (`stale-edit.ts`). */
  version?: number;
  /** State before; absent for a new subject. With both states, only the fields that differ are stored. */
  before?: AuditState;
  /** State after; absent for a deleted subject. */
  after?: AuditState;
}

const MAX_NAME = 200;

/**
 * Records a change made by a supervisor, in the transaction of the change: both are stored or neither.
 *
 * @param actor id and address of the supervisor; null for a change by command
 */
export async function recordChange(
  tx: Tx,
  actor: Pick<User, 'id' | 'ip'> | null,
  change: Change,
): Promise<void> {
  const { action, subjectId, subjectName, contestId = null, groupId = null, version = null } = change;
  const { before, after } = changedFields(change.before, change.after);
  await tx
    .insertInto('auditEntry')
    .values({
      ...{ action, subjectId, contestId, groupId },
      subjectVersion: version,
      atMs: NOW_MS,
      actorId: actor?.id ?? null,
      ip: actor?.ip ?? null,
      subjectKind: AUDIT_ACTIONS[action],
      subjectName: subjectName?.slice(0, MAX_NAME).toWellFormed() ?? null,
      before: auditJson(before),
      after: auditJson(after),
    })
    .execute();
}
