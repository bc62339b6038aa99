import type { ContestAccess } from '@balloon/domain/contests/contest-access.ts';
import type { ScoreboardQuestion } from '@balloon/domain/scoreboard/scoreboard.ts';
import { supervises } from '#features/contests/supervision.ts';
import type { User } from '#services.ts';

/** Viewer of a scoreboard: the caller, or an anonymous one for the public view. */
export function eyesOf(
  viewer: User,
  contest: Pick<ContestAccess, 'allowedGroupIds' | 'isSuspended'>,
  audience: 'own' | 'public',
): Pick<ScoreboardQuestion, 'viewerId' | 'viewerIsSupervisor'> {
  if (audience === 'public') return { viewerId: null, viewerIsSupervisor: false };
  return { viewerId: viewer.id, viewerIsSupervisor: supervises(viewer, contest) };
}
