import type { Contest } from '@balloon/contracts/contests.ts';
import { isInFrozenInterval, lastEndTimeMs, thawTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { usePaper } from '#features/scoreboard/paper/use-paper.ts';
import { useScoreboardFiles } from '#features/scoreboard/paper/use-scoreboard-files.ts';
import { useLastSolution } from '#features/scoreboard/rewind/use-last-solution.ts';
import { choiceAt, useScoreboard } from '#features/scoreboard/scoreboard.data.ts';
import {
  type Scope,
  type ScoreboardPlace,
  useScoreboardPlace,
  withinResults,
} from '#features/scoreboard/scoreboard-place.ts';
import { useIsOver } from '#features/scoreboard/use-is-over.ts';
import { useScoreboardKeys } from '#features/scoreboard/use-scoreboard-keys.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useLocale } from '#shared/text/i18n.ts';

/**
 * State that the table and the monitor share: the place in the address, its rows, and the viewer's rights.
 *
 * @param isHeld whether updates are held back, so that nothing changes under the viewer's hands
 */
export function useScoreboardScreen(contest: Contest, { count, isHeld }: { count: number; isHeld: boolean }) {
  const me = useMe();
  const [place, setPlace] = useScoreboardPlace();
  const { offset, atMs, q, groupId, isPublic, scope, past } = place;
  const choice = choiceAt(place, { count, locale: useLocale() });
  const isOver = useIsOver(contest);
  const query = useScoreboard(contest.id, choice, place.isLive && !isHeld);
  const { data, dataUpdatedAt, isPlaceholderData } = query;
  const { paper, print } = usePaper(
    data && !isPlaceholderData ? { table: data, stateMs: atMs ?? dataUpdatedAt } : null,
  );
  const lastSolutionSentAtMs = useLastSolution(
    JSON.stringify([contest.id, scope, isPublic]),
    isPlaceholderData ? undefined : data,
  );
  const seesAll = me.isSupervisor && !isPublic;
  /** Changes the place within the results; a slider that has moved tells so later, when the scope may be another. */
  const setPart = (change: Partial<ScoreboardPlace>) =>
    setPlace((present) => (isOver ? withinResults(present, change, lastEndTimeMs(contest)) : change));
  const setScope = (wanted: Scope) => setPart({ scope: wanted });
  const isOpen = isOver && serverNowMs() > thawTimeMs(contest);
  const hasScopes = isOver && contest.hasPracticeTime;
  const isFreezeInSight = isOpen && atMs !== null && !seesAll;
  useScoreboardKeys({
    v: hasScopes ? () => setScope(scope === 'contest' ? 'practice' : 'contest') : undefined,
    w: isFreezeInSight ? () => setPlace({ past: past === 'real' ? 'shown' : 'real' }) : undefined,
  });
  return {
    me,
    place,
    setPlace,
    choice,
    query,
    paper,
    lastSolutionSentAtMs,
    files: useScoreboardFiles(contest, choice, print),
    /** Whether this view hides nothing from this viewer. */
    seesAll,
    /** Whether the main time is over for everybody. */
    isOver,
    /** Whether the contest and its practice have results of their own. */
    hasScopes,
    setPart,
    setScope,
    /** Whether the final result of the contest is shown. */
    isFinal: isOpen && scope === 'contest' && (atMs === null || atMs >= lastEndTimeMs(contest)),
    /** Must not be shown on a public wall: contains hidden results. */
    isSecret:
      seesAll &&
      !isOpen &&
      isInFrozenInterval(contest, Math.min(atMs ?? Number.POSITIVE_INFINITY, serverNowMs())),
    /** Identifies the set of rows, the same at every instant. */
    of: JSON.stringify({ count, offset, q, groupId, isPublic, scope }),
    isFiltered: q !== '' || groupId !== null,
    clearFilters: () => setPlace({ q: '', groupId: null }),
  };
}

export type ScoreboardScreenState = ReturnType<typeof useScoreboardScreen>;
