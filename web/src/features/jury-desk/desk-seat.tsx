import { useDesk } from '#features/jury-desk/jury-desk.data.ts';

/** Seat at the desk of a contest for a list of solutions, whose rows carry the marks. */
export function DeskSeat({ contestId }: { contestId: number }) {
  useDesk(contestId, null);
  return null;
}
