import { RESTART_WORD } from '@balloon/contracts/site/maintenance.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { findRunningContests } from '#features/maintenance/status.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Asks all web processes that are kept running to start again. Nothing is lost: requests under way are answered
 * first, everything else lies in the database, and pages come back by themselves.
 *
 * @param confirm the word RESTART, while a contest runs
 * @throws {ConflictError} RESTART_NOT_POSSIBLE, RESTART_NEEDS_CONFIRMATION with the contests in `restParams`
 */
export async function restartServer({ db, options }: Services, admin: User, confirm: string | undefined) {
  if (options.restart === null) {
    throw new ConflictError(
      'RESTART_NOT_POSSIBLE',
      'Nothing would start this process again: restart it where it was started',
    );
  }
  await db.transaction().execute(async (tx) => {
    const contests = await findRunningContests(tx, await databaseNowMs(tx));
    if (contests.length > 0 && confirm?.trim().toUpperCase() !== RESTART_WORD) {
      const names = contests.map(({ name }) => name).join(', ');
      throw new ConflictError(
        'RESTART_NEEDS_CONFIRMATION',
        `A contest runs (${names}): send confirm = ${RESTART_WORD}`,
        { restParams: { confirm: RESTART_WORD, contests } },
      );
    }
    await recordChange(tx, admin, { action: 'server.restart', subjectId: null });
    await announce(tx, 'server.restart', {});
  });
}

/** Time in ms for the answer to leave before this process stops taking requests. */
const ANSWER_FIRST_MS = 300;

/** Restarts this process when an admin asks for it. Returns the function that stops listening. */
export function startRestarting({ announcements, options, log }: Services): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stop = announcements.on('server.restart', () => {
    const { restart } = options;
    if (restart === null) return;
    log.warn('an admin restarts this process');
    timer ??= setTimeout(() => {
      timer = undefined;
      restart();
    }, ANSWER_FIRST_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
