import type { Contest } from '@balloon/contracts/contests.ts';
import { isInFrozenInterval } from '@balloon/domain/contest-phase.ts';
import { type TableChoice, useTable } from '#features/table/table.data.ts';
import { useTablePlace } from '#features/table/table-place.ts';
import { usePaper } from '#features/table/use-paper.ts';
import { useTableFiles } from '#features/table/use-table-files.ts';
import { useLocale } from '#shared/i18n.ts';
import { serverNowMs } from '#shared/server-clock.ts';
import { useMe } from '#shared/session.ts';

/**
 * What both screens of the table begin with: the place in the address, its rows, and what the viewer sees of them.
 *
 * @param isHeld nothing may change under the viewer's hands
 */
export function useTableScreen(contest: Contest, { count, isHeld }: { count: number; isHeld: boolean }) {
  const me = useMe();
  const [place, setPlace] = useTablePlace();
  const { offset, atMs, q, groupId, isPublic } = place;
  const choice: TableChoice = { count, offset, atMs, q, groupId, isPublic, locale: useLocale() };
  const query = useTable(contest.id, choice, place.isLive && !isHeld);
  const { data, dataUpdatedAt, isPlaceholderData } = query;
  const { paper, print } = usePaper(
    data && !isPlaceholderData ? { table: data, stateMs: atMs ?? dataUpdatedAt } : null,
  );
  const seesAll = me.isSupervisor && !isPublic;
  return {
    me,
    place,
    setPlace,
    choice,
    query,
    paper,
    files: useTableFiles(contest, choice, print),
    /** Nothing is hidden from this viewer in this view. */
    seesAll,
    /** Nor should it hang where participants pass. */
    isSecret:
      seesAll && isInFrozenInterval(contest, Math.min(atMs ?? Number.POSITIVE_INFINITY, serverNowMs())),
    /** The same rows, whatever moment they are shown of. */
    of: JSON.stringify({ count, offset, q, groupId, isPublic }),
    isFiltered: q !== '' || groupId !== null,
    clearFilters: () => setPlace({ q: '', groupId: null }),
  };
}
