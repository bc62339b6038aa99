import type { Tx } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { COUNTABLE_VERDICTS } from '@balloon/domain/contests/scoring-rules.ts';
import { ForbiddenError, NotFoundError } from '#errors.ts';
import { type ContestSettings, wrongField } from '#features/contest-admin/contest-settings.ts';
import { findReadableProblem } from '#features/problems/problem-access.ts';
import type { User } from '#services.ts';

/**
 * Checks what a form refers to, and whether the person may refer to it. Moderators give contests to groups of their
 * own, with problems that they may read, and leave versions to admins. What stays as it was is not checked again.
 *
 * @param before null for a new contest
 * @throws {InvalidInputError} INVALID_INPUT with the field
 * @throws {ForbiddenError} GROUP_NOT_YOURS, VERSION_BY_ADMIN
 */
export async function checkSettings(
  tx: Tx,
  user: User,
  before: ContestSettings | null,
  after: ContestSettings,
): Promise<void> {
  await checkGroups(tx, user, before?.groupIds ?? null, after.groupIds);
  await checkLanguages(tx, before?.languageIds ?? [], after.languageIds);
  await checkProblems(tx, user, before?.problems ?? [], after.problems);
  checkVerdicts(after.penalizedVerdicts ?? []);
  if (before === null || before.windowTimeMs !== after.windowTimeMs) checkWindow(after);
}

/**
 * Windows of participants lie within the contest, which cannot be interrupted for all of them at once. A contest that is cut
 * short later, here or on its control screen, ends them.
 */
function checkWindow({ windowTimeMs, durationTimeMs, removedIntervals }: ContestSettings): void {
  if (windowTimeMs === null) return;
  if (windowTimeMs > durationTimeMs) {
    throw wrongField(
      { field: 'windowTimeMs', kind: 'too_big', bound: durationTimeMs, of: 'number' },
      'is longer than the contest',
    );
  }
  if (removedIntervals.length === 0) return;
  throw wrongField({ field: 'windowTimeMs', kind: 'invalid' }, 'put the removed intervals back first');
}

function checkVerdicts(ids: readonly number[]): void {
  const [wrong] = without(ids, COUNTABLE_VERDICTS);
  if (wrong === undefined) return;
  throw wrongField({ field: 'penalizedVerdicts', kind: 'invalid' }, `verdict ${wrong} never costs a try`);
}

const without = (all: readonly number[], others: readonly number[]) => {
  const known = new Set(others);
  return all.filter((id) => !known.has(id));
};

async function checkGroups(tx: Tx, user: User, before: readonly number[] | null, after: readonly number[]) {
  const added = without(after, before ?? []);
  if (!isAdmin(user.accessMask)) {
    const foreign = without([...added, ...without(before ?? [], after)], user.groupIds);
    if (foreign.length > 0) {
      throw new ForbiddenError('GROUP_NOT_YOURS', 'Add and remove groups in which you are yourself');
    }
    const staysOpen = before?.length === 0 && after.length === 0;
    const staysSupervised = after.some((id) => user.groupIds.includes(id));
    if (!staysOpen && !staysSupervised) {
      throw wrongField({ field: 'groupIds', kind: 'required' }, 'choose a group of yours');
    }
  }
  await refuseUnknown(added, 'groupIds', () =>
    tx.selectFrom('userGroup').select('id').where('id', 'in', added).execute(),
  );
}

async function checkLanguages(tx: Tx, before: readonly number[], after: readonly number[]) {
  const added = without(after, before);
  await refuseUnknown(added, 'languageIds', () =>
    tx.selectFrom('language').select('id').where('id', 'in', added).execute(),
  );
}

async function refuseUnknown(ids: readonly number[], field: string, find: () => Promise<{ id: number }[]>) {
  if (ids.length === 0) return;
  const known = await find();
  const [unknown] = without(
    ids,
    known.map(({ id }) => id),
  );
  if (unknown !== undefined) throw wrongField({ field, kind: 'invalid' }, `there is no ${unknown}`);
}

type Problems = ContestSettings['problems'];

async function checkProblems(tx: Tx, user: User, before: Problems, after: Problems) {
  const known = new Map(before.map((problem) => [problem.id, problem]));
  for (const [position, { id, versionId }] of after.entries()) {
    const former = known.get(id);
    if (!former) await requireProblem(tx, user, id, position);
    if (versionId !== (former?.versionId ?? null))
      await requireVersion(tx, user, { id, versionId, position });
  }
}

async function requireProblem(tx: Tx, user: User, id: number, position: number) {
  try {
    const { isCurrentReadable } = await findReadableProblem(tx, user, id);
    if (isCurrentReadable) return;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  throw wrongField({ field: `problemIds.${position}`, kind: 'invalid' }, `there is no problem ${id}`);
}

async function requireVersion(
  tx: Tx,
  user: User,
  { id, versionId, position }: { id: number; versionId: string | null; position: number },
) {
  if (!isAdmin(user.accessMask)) {
    throw new ForbiddenError('VERSION_BY_ADMIN', 'Only admins pin a problem to a version');
  }
  if (versionId === null) return;
  const version = await tx
    .selectFrom('problemVersion')
    .select('uuid')
    .where('uuid', '=', versionId)
    .where('problemId', '=', id)
    .executeTakeFirst();
  if (version) return;
  const field = `problems.${position}.versionId`;
  throw wrongField({ field, kind: 'invalid' }, `problem ${id} has no version ${versionId}`);
}
