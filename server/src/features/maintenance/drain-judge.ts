import { NOW_MS } from '@balloon/database/clock.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { drainLanguages } from '#features/judging/judges/drain-languages.ts';
import { openLanguages } from '#features/judging/judges/welcome-judge.ts';
import type { Services, User } from '#services.ts';

/**
 * Drains a judge, or gives it work again. A drained judge finishes what it has and gets no more, also after a restart
 * of its own; its languages stay open, and solutions wait for other judges. A judge that waits notices within five
 * seconds.
 *
 * @throws {NotFoundError} JUDGE_NOT_FOUND
 */
export async function setDrained(
  services: Services,
  admin: User,
  judgeId: number,
  isPaused: boolean,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const judge = await tx
      .selectFrom('judge')
      .where('id', '=', judgeId)
      .select(['name', 'pausedAtMs'])
      .forUpdate()
      .executeTakeFirst();
    if (!judge) throw new NotFoundError('JUDGE_NOT_FOUND', `There is no judge ${judgeId}`);
    await tx
      .updateTable('judge')
      .set({ pausedAtMs: isPaused ? (judge.pausedAtMs ?? NOW_MS) : null })
      .where('id', '=', judgeId)
      .execute();
    await recordChange(tx, admin, {
      action: isPaused ? 'judge.drain' : 'judge.resume',
      subjectId: judgeId,
      subjectName: judge.name,
    });
  });
  await drainLanguages(services);
  await openLanguages(services);
}
