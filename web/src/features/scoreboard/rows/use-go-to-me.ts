import type { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { type RefObject, useEffect, useRef } from 'react';
import type { ScoreboardGridHandle } from '#features/scoreboard/rows/scoreboard-grid.tsx';
import type { ScoreboardPlace } from '#features/scoreboard/scoreboard-place.ts';

/**
 * Leads to the viewer's own row: on this page, or on its page, without filters that leave it out.
 *
 * @returns the action, or `undefined` for a viewer without a row
 */
export function useGoToMe({
  table,
  data,
  isOnItsWay,
  ownId,
  place,
  setPlace,
  count,
}: {
  table: RefObject<ScoreboardGridHandle | null>;
  data: ScoreboardPage | undefined;
  /** Whether `data` still belongs to another place. */
  isOnItsWay: boolean;
  /** The account as which the viewer takes part. */
  ownId: number;
  place: ScoreboardPlace;
  setPlace: (change: Partial<ScoreboardPlace>) => void;
  count: number;
}): (() => void) | undefined {
  const isWanted = useRef(false);
  const isHere = !isOnItsWay && data?.rows.some(({ user }) => user.id === ownId) === true;
  useEffect(() => {
    if (!isHere || !isWanted.current) return;
    isWanted.current = false;
    table.current?.show(ownId);
  }, [isHere, table, ownId]);

  const ownRow = data?.ownRow;
  if (!ownRow) return undefined;
  return () => {
    if (isHere) return table.current?.show(ownId);
    isWanted.current = true;
    const isFiltered = place.q !== '' || place.groupId !== null;
    const offset = Math.floor(ownRow.globalIndex / count) * count;
    setPlace(isFiltered ? { q: '', groupId: null, offset } : { offset });
  };
}
