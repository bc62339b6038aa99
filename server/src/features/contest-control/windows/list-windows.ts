import type { ContestWindows, WindowsQuery } from '@balloon/contracts/contests/own-windows.ts';
import {
  countWindows,
  findWindows,
  findWindowsHead,
} from '#features/contest-control/windows/windows.queries.ts';
import { contestNotFound, getSupervisedContest } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

const PAGE_SIZE = 50;

/**
 * Lists the windows that participants of a floating contest started by themselves, and who has not started.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function listWindows(
  { db }: Services,
  user: User,
  { contestId, state, q, page }: WindowsQuery & { contestId: number },
): Promise<ContestWindows> {
  await getSupervisedContest(db, user, contestId);
  const head = await findWindowsHead(db, contestId);
  if (!head) throw contestNotFound(contestId);
  const { nowMs, ...contest } = head;
  const counts = await countWindows(db, contestId, nowMs);
  const search = { state, q, atMs: nowMs, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  return { contest, counts, ...(await findWindows(db, contestId, search)), pageSize: PAGE_SIZE };
}
