import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { type DueBalloon, dueBalloons } from '@balloon/domain/scoreboard/balloons.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import { findBalloonRules } from '#features/balloons/balloons.queries.ts';
import { visitContest } from '#features/contests/contest-access.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { learnPeople, openBoard } from '#features/scoreboard/board/open-scoreboard.ts';
import type { Services, User } from '#services.ts';

/** Somebody without rights: balloons are the same for all who carry them. */
const ANYBODY: User = { id: 0, username: '', accessMask: ACCESS_GROUPS.user.mask, groupIds: [] };

/**
 * The balloons that are due in a contest now, out of its scoreboard.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for removed ones
 */
export async function findDueBalloons(services: Services, contestId: number) {
  const visited = await visitContest(services, ANYBODY, contestId);
  const [opened, rules] = await Promise.all([
    openBoard(liveScoreboards(services), visited, LOCALES[0]),
    findBalloonRules(services.db, contestId),
  ]);
  await learnPeople(opened, []); // their roles decide who gets balloons
  const due: readonly DueBalloon[] = dueBalloons(opened.board(), visited.nowMs, rules);
  return { due, rules, visited, problems: opened.problems };
}
