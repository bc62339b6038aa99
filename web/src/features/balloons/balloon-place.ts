import { useSearchParams } from 'react-router';
import { BALLOON_VIEWS, type BalloonChoice } from '#features/balloons/balloon-list.ts';
import type { SlipPaper } from '#features/balloons/slip-paper.ts';

/** What the address shows: a list, the beginning of the seats, and the paper of slips. */
export interface BalloonPlace extends BalloonChoice {
  paper: SlipPaper;
}

/** The choice in the address, and how to change it. A search replaces the entry of the history. */
export function useBalloonPlace() {
  const [search, setSearch] = useSearchParams();
  const place: BalloonPlace = {
    view: BALLOON_VIEWS.find((view) => view === search.get('show')) ?? 'waiting',
    seat: search.get('seat') ?? '',
    paper: search.get('paper') === 'receipt' ? 'receipt' : 'a6',
  };
  const change = (changed: Partial<BalloonPlace>) =>
    setSearch(balloonSearch({ ...place, ...changed }), { replace: true });
  return { place, change };
}

/** Search parameters of a choice; defaults are left out. */
export function balloonSearch({ view, seat, paper }: BalloonPlace): URLSearchParams {
  return new URLSearchParams({
    ...(view !== 'waiting' && { show: view }),
    ...(seat !== '' && { seat }),
    ...(paper !== 'a6' && { paper }),
  });
}
