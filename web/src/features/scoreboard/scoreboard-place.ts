import type {
  PAST_KINDS,
  REWIND_RANGES,
  SCOREBOARD_SCOPES,
} from '@balloon/contracts/scoreboard/scoreboard.ts';
import { useSearch } from '#shared/ui/behaviour/use-search.ts';

export type RewindRangeName = (typeof REWIND_RANGES)[number];
export type Scope = (typeof SCOREBOARD_SCOPES)[number];
export type PastKind = (typeof PAST_KINDS)[number];

/** Shown part of the table and its view: all of it is in the address, so that it can be shared. */
export interface ScoreboardPlace {
  offset: number;
  /** Instant of the table in milliseconds; `null` is now. */
  atMs: number | null;
  range: RewindRangeName;
  /** Results of the contest itself, or with its practice; they differ after the end. */
  scope: Scope;
  /** An instant of the freeze as it was shown, or as it really was. */
  past: PastKind;
  /** Search text: words of a name. */
  q: string;
  groupId: number | null;
  /** Whether a supervisor sees the table as the public does. */
  isPublic: boolean;
  isLive: boolean;
  /** Whether the table fills the screen of a hall. */
  isProjected: boolean;
}

const MAX_QUERY = 100;

export function readPlace(search: URLSearchParams): ScoreboardPlace {
  const wholeNumber = (name: string) => {
    const text = search.get(name) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const groupId = wholeNumber('group') ?? 0;
  return {
    offset: wholeNumber('offset') ?? 0,
    atMs: wholeNumber('at'),
    range: search.get('range') === 'full' ? 'full' : 'main',
    scope: search.get('scope') === 'practice' ? 'practice' : 'contest',
    past: search.get('past') === 'real' ? 'real' : 'shown',
    q: (search.get('q') ?? '').slice(0, MAX_QUERY),
    groupId: groupId > 0 && groupId <= 2_147_483_647 ? groupId : null,
    isPublic: search.get('as') === 'public',
    isLive: search.get('live') !== 'off',
    isProjected: search.get('view') === 'projector',
  };
}

/** Writes a place into the address; a new filter starts at the first row. Other parameters stay. */
export function writePlace(search: URLSearchParams, change: Partial<ScoreboardPlace>): URLSearchParams {
  const isFiltering = ['q', 'groupId', 'isPublic', 'scope'].some((name) => name in change);
  const place = { ...readPlace(search), ...(isFiltering && { offset: 0 }), ...change };
  const next = new URLSearchParams(search);
  const write = (name: string, value: string | number | false | null) => {
    if (value === false || value === null || value === '' || value === 0) next.delete(name);
    else next.set(name, String(value));
  };
  write('offset', place.offset);
  write('at', place.atMs);
  write('range', place.atMs !== null && place.range === 'full' && 'full');
  write('scope', place.scope === 'practice' && 'practice');
  write('past', place.atMs !== null && place.past === 'real' && 'real');
  write('q', place.q.slice(0, MAX_QUERY));
  write('group', place.groupId);
  write('as', place.isPublic && 'public');
  write('live', !place.isLive && 'off');
  write('view', place.isProjected && 'projector');
  return next;
}

/**
 * Limits a change of the place to the results that it leads to: what came after a contest is a matter of its practice.
 *
 * @param present the place as it is by now, which may have another scope than the place where the change began
 * @param endMs end of the contest for everybody
 */
export function withinResults(
  present: ScoreboardPlace,
  change: Partial<ScoreboardPlace>,
  endMs: number,
): Partial<ScoreboardPlace> {
  const { scope, atMs } = { ...present, ...change };
  const isLater = scope === 'contest' && atMs !== null && atMs > endMs;
  return isLater ? { ...change, atMs: endMs } : change;
}

type PlaceChange = Partial<ScoreboardPlace> | ((place: ScoreboardPlace) => Partial<ScoreboardPlace>);

/** The place in the address, and its setter. */
export function useScoreboardPlace(): [ScoreboardPlace, (change: PlaceChange) => void] {
  const [search, changeSearch] = useSearch();
  const setPlace = (change: PlaceChange) =>
    changeSearch((latest) =>
      writePlace(latest, typeof change === 'function' ? change(readPlace(latest)) : change),
    );
  return [readPlace(search), setPlace];
}
