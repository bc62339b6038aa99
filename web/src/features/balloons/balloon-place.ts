import { BALLOON_VIEWS, type BalloonChoice } from '#features/balloons/balloon-list.ts';
import type { SlipPaper } from '#features/balloons/slip-paper.ts';
import { useSearch } from '#shared/ui/behaviour/use-search.ts';

/** What the address shows: a list, the beginning of the seats, and the paper of slips. */
export interface BalloonPlace extends BalloonChoice {
  paper: SlipPaper;
}

/** The choice in the address, and how to change it. */
export function useBalloonPlace() {
  const [search, changeSearch] = useSearch();
  const change = (changed: Partial<BalloonPlace>) =>
    changeSearch((latest) => balloonSearch({ ...placeIn(latest), ...changed }));
  return { place: placeIn(search), change };
}

const placeIn = (search: URLSearchParams): BalloonPlace => ({
  view: BALLOON_VIEWS.find((view) => view === search.get('show')) ?? 'waiting',
  seat: search.get('seat') ?? '',
  paper: search.get('paper') === 'receipt' ? 'receipt' : 'a6',
});

/** Search parameters of a choice; defaults are left out. */
export function balloonSearch({ view, seat, paper }: BalloonPlace): URLSearchParams {
  return new URLSearchParams({
    ...(view !== 'waiting' && { show: view }),
    ...(seat !== '' && { seat }),
    ...(paper !== 'a6' && { paper }),
  });
}
