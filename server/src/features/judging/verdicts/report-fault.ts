import { NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { faultCause } from '@balloon/domain/judging/judging-fault.ts';
import { sql } from 'kysely';
import { storableOrNull } from '#content/storable.ts';
import { announce } from '#realtime/announcements.ts';
import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** Time for which a cause on a problem is not told of again: a broken checker fails with every solution. */
const QUIET_MS = 10 * 60_000;
/** Length of the kept words of a judge. */
const DETAIL_LENGTH = 500;

/** Notes that judging failed for good, and tells supervisors once per problem and cause, and again when it goes on for long. */
export async function reportFault(
  tx: Tx,
  { solutionId, detail }: { solutionId: number; detail: string | null },
): Promise<void> {
  const words = storableOrNull((detail ?? '').slice(0, DETAIL_LENGTH).toWellFormed()) ?? '';
  const cause = faultCause(words);
  const { rows } = await sql<{ contestId: number; problemId: number; isNews: boolean }>`
    insert into judging_fault as fault (contest_id, problem_id, cause, detail, solution_id, last_at_ms, told_at_ms)
    select contest_id, problem_id, ${cause}, ${words}, id, now_ms, now_ms
      from solution cross join (select ${NOW_MS} as now_ms) as clock where id = ${solutionId}
    on conflict (contest_id, problem_id, cause) do update set
      detail = excluded.detail, solution_id = excluded.solution_id, last_at_ms = excluded.last_at_ms,
      told_at_ms = case
        when fault.told_at_ms < excluded.told_at_ms - ${QUIET_MS}::bigint then excluded.told_at_ms
        else fault.told_at_ms
      end
    returning contest_id, problem_id, told_at_ms = last_at_ms as is_news
  `.execute(tx);
  const [fault] = rows;
  if (!fault?.isNews) return;
  const { contestId, problemId } = fault;
  const symbolIndex = await indexOf(tx, contestId, problemId);
  if (symbolIndex)
    await announce(tx, 'judging.fault', { contestId, problemId, symbolIndex, cause, solutionId });
}

async function indexOf(tx: Tx, contestId: number, problemId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('contestProblem')
    .where('contestId', '=', contestId)
    .where('problemId', '=', problemId)
    .select('position')
    .executeTakeFirst();
  return row && problemIndex(row.position);
}

/** Notifies this process's sockets of supervisors, who alone may know why judging fails. */
export function tellFaults({ announcements, sockets }: Services): () => void {
  return announcements.on('judging.fault', (fault) => {
    const { contestId } = fault;
    sockets.emit(
      [ROOMS.contestSupervisors(contestId), ROOMS.contestControl(contestId)],
      'judging fault',
      fault,
    );
  });
}
