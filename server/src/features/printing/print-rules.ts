import type { PrintRules } from '@balloon/contracts/hall/printing.ts';
import type { ContestStatus } from '@balloon/domain/contests/contest-phase.ts';

/** Contests print nothing until an organiser who has a printer opens it; the numbers are where they begin. */
export const NO_PRINTING: PrintRules = {
  isOpen: false,
  maxPages: 5,
  jobsPerMinute: 2,
  printsAfterEnd: false,
};

/** Whether a participant in this phase may print. */
export function mayPrint({ isOpen, printsAfterEnd }: PrintRules, status: ContestStatus): boolean {
  if (!isOpen) return false;
  if (status === 'RUNNING' || status === 'FROZEN') return true;
  return printsAfterEnd && (status === 'PRACTICE' || status === 'FINISHED');
}
