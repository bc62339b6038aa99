import type { OutsidePlaces, OutsideServerChanged } from '@balloon/contracts/socket/events.ts';
import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import type { z } from 'zod';
import { useSocketEvent } from '#shared/api/live/socket.ts';

type Waiting = Pick<Solution, 'id' | 'progress'>;

/** Applies the new state of a server to a solution that waits for it; others stay the same object. */
export function renewServer<Known extends Waiting>(
  known: Known,
  { serverId, server }: z.infer<typeof OutsideServerChanged>,
): Known {
  const outside = known.progress?.outside;
  if (!known.progress || outside?.serverId !== serverId || outside.server === server) return known;
  return { ...known, progress: { ...known.progress, outside: { ...outside, server } } };
}

/** Applies places in queues to a solution that waits to be sent; others stay the same object. */
export function renewPlace<Known extends Waiting>(
  known: Known,
  { places }: z.infer<typeof OutsidePlaces>,
): Known {
  const outside = known.progress?.outside;
  const place = places.find(({ solutionId }) => solutionId === known.id)?.place;
  if (!known.progress || outside?.state !== 'queued' || place === undefined) return known;
  return { ...known, progress: { ...known.progress, outside: { ...outside, place } } };
}

/** Keeps solutions current that wait for outside systems. @param change applies a function to each shown solution */
export function useOutsideEvents(change: (renew: <Known extends Waiting>(known: Known) => Known) => void) {
  useSocketEvent('outside server changed', (event) => change((known) => renewServer(known, event)));
  useSocketEvent('outside places', (event) => change((known) => renewPlace(known, event)));
}

/** The list with each of its solutions renewed; the same object if none has changed. */
export function renewListed<List extends { solutions: Solution[] }>(
  list: List,
  renew: (known: Solution) => Solution,
): List {
  const solutions = list.solutions.map(renew);
  return solutions.every((solution, at) => solution === list.solutions[at]) ? list : { ...list, solutions };
}
