import type { REWIND_RANGES } from '@balloon/contracts/scoreboard.ts';
import { useSearchParams } from 'react-router';

export type RewindScope = (typeof REWIND_RANGES)[number];

/** What of the table the screen shows, and how: all of it is in the address, so that a look at it can be shared. */
export interface TablePlace {
  offset: number;
  /** The table as of that instant; `null` is now. */
  atMs: number | null;
  scope: RewindScope;
  /** Words of a name. */
  q: string;
  groupId: number | null;
  /** As those see it who only watch; for supervisors. */
  isPublic: boolean;
  isLive: boolean;
  /** Fills the screen of a hall. */
  isProjected: boolean;
}

const MAX_QUERY = 100;

export function readPlace(search: URLSearchParams): TablePlace {
  const wholeNumber = (name: string) => {
    const text = search.get(name) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const groupId = wholeNumber('group') ?? 0;
  return {
    offset: wholeNumber('offset') ?? 0,
    atMs: wholeNumber('at'),
    scope: search.get('range') === 'full' ? 'full' : 'main',
    q: (search.get('q') ?? '').slice(0, MAX_QUERY),
    groupId: groupId > 0 && groupId <= 2_147_483_647 ? groupId : null,
    isPublic: search.get('as') === 'public',
    isLive: search.get('live') !== 'off',
    isProjected: search.get('view') === 'projector',
  };
}

/** The address of another place; whoever filters starts at the first row. What others wrote into it stays. */
export function writePlace(search: URLSearchParams, change: Partial<TablePlace>): URLSearchParams {
  const isFiltering = 'q' in change || 'groupId' in change || 'isPublic' in change;
  const place = { ...readPlace(search), ...(isFiltering && { offset: 0 }), ...change };
  const next = new URLSearchParams(search);
  const write = (name: string, value: string | number | false | null) => {
    if (value === false || value === null || value === '' || value === 0) next.delete(name);
    else next.set(name, String(value));
  };
  write('offset', place.offset);
  write('at', place.atMs);
  write('range', place.atMs !== null && place.scope === 'full' && 'full');
  write('q', place.q.slice(0, MAX_QUERY));
  write('group', place.groupId);
  write('as', place.isPublic && 'public');
  write('live', !place.isLive && 'off');
  write('view', place.isProjected && 'projector');
  return next;
}

export function useTablePlace(): [TablePlace, (change: Partial<TablePlace>) => void] {
  const [search, setSearch] = useSearchParams();
  return [
    readPlace(search),
    (change) => setSearch((current) => writePlace(current, change), { replace: true }),
  ];
}
