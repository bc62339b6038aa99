import type { ContestAccess } from '@balloon/domain/contest-access.ts';
import type { ScoreboardQuestion } from '@balloon/domain/scoreboard.ts';
import { supervises } from '#features/solutions/supervision.ts';
import type { User } from '#services.ts';

/** With whose eyes somebody looks at the scoreboard: with their own, or with those of nobody in particular. */
export function eyesOf(
  viewer: User,
  contest: Pick<ContestAccess, 'allowedGroupIds' | 'isSuspended'>,
  audience: 'own' | 'public',
): Pick<ScoreboardQuestion, 'viewerId' | 'viewerIsSupervisor'> {
  if (audience === 'public') return { viewerId: null, viewerIsSupervisor: false };
  return { viewerId: viewer.id, viewerIsSupervisor: supervises(viewer, contest) };
}
