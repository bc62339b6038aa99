import type { Contest } from '@balloon/contracts/contests.ts';
import { type ContestStatus, contestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { createContext, use } from 'react';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';

export const CurrentContest = createContext<Contest | null>(null);

/** Contest of the present screen; the person has joined it. Only inside the contest's frame. */
export function useCurrentContest(): Contest {
  const contest = use(CurrentContest);
  if (contest === null) throw new Error('useCurrentContest is for screens inside a contest');
  return contest;
}

/** Status of a contest by the server's clock; the component draws again when it changes. */
export function useContestStatus(contest: Contest): ContestStatus {
  return useAtServerNow((nowMs) => contestStatus(contest, nowMs));
}

/** Whether solutions can be sent now: in the main time and in the practice; supervisors at any time. */
export function isOpenForSending(status: ContestStatus, isSupervisor: boolean): boolean {
  return isSupervisor || status === 'RUNNING' || status === 'FROZEN' || status === 'PRACTICE';
}
