import type { Table2 } from '@balloon/contracts/scoreboard.ts';
import { type RefObject, useEffect, useRef } from 'react';
import type { ScoreTableHandle } from '#features/table/score-table.tsx';
import type { TablePlace } from '#features/table/table-place.ts';

/**
 * Leads to the viewer's own row: on this page, or on the one where it is, without filters that leave it out.
 *
 * @returns what does it, or `undefined` for somebody without a row
 */
export function useGoToMe({
  table,
  data,
  isOnItsWay,
  me,
  place,
  setPlace,
  count,
}: {
  table: RefObject<ScoreTableHandle | null>;
  data: Table2 | undefined;
  /** `data` is of another place still. */
  isOnItsWay: boolean;
  me: { id: number };
  place: TablePlace;
  setPlace: (change: Partial<TablePlace>) => void;
  count: number;
}): (() => void) | undefined {
  const isWanted = useRef(false);
  const isHere = !isOnItsWay && data?.rows.some(({ user }) => user.id === me.id) === true;
  useEffect(() => {
    if (!isHere || !isWanted.current) return;
    isWanted.current = false;
    table.current?.show(me.id);
  }, [isHere, table, me.id]);

  const ownRow = data?.ownRow;
  if (!ownRow) return undefined;
  return () => {
    if (isHere) return table.current?.show(me.id);
    isWanted.current = true;
    const isFiltered = place.q !== '' || place.groupId !== null;
    const offset = Math.floor(ownRow.globalIndex / count) * count;
    setPlace(isFiltered ? { q: '', groupId: null, offset } : { offset });
  };
}
