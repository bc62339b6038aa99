import type { Db } from '@balloon/database/connect.ts';
import type { OutsideWait } from '@balloon/domain/outside/outside-progress.ts';
import { type RawBuilder, sql } from 'kysely';
import { isPaused } from '#features/queue/paused.ts';

/** Solutions that wait to be sent, with their places: each server has a queue of its own. */
const QUEUE = sql`
  select waiting.solution_id, sent.account_id, sent.contest_id, outside.server_id, row_number() over (
    partition by outside.server_id order by waiting.priority, waiting.turn, waiting.solution_id
  )::integer as place
  from judging as waiting
  join solution as sent on sent.id = waiting.solution_id
  join outside_problem as outside on outside.problem_id = sent.problem_id
  left join outside_run as started on started.solution_id = waiting.solution_id
  where waiting.system_type <> 'balloon' and waiting.purpose = 'verdict'
    and waiting.leased_until_ms is null and started.solution_id is null and not ${isPaused('waiting')}
`;

/** State of a server in a statement that reads it as `server`. */
const SERVER_STATE = sql<OutsideWait['server']>`case
  when server.paused_at_ms is not null then 'paused'
  when server.failures > 0 then 'away'
  when not exists (
    select from outside_account as account
    where account.server_id = coalesce(server.accounts_of, server.id) and account.disabled_at_ms is null
  ) then 'unmanned'
  else 'open'
end`;

/**
 * Column of a statement that reads `solution` and perhaps `judging`: what its page shows while an outside system has it,
 * null otherwise. The queue is numbered once in a statement, and only when a solution of it is read.
 */
export const OUTSIDE_WAIT: RawBuilder<OutsideWait | null> = sql`case when judging.system_type <> 'balloon' then (
  select jsonb_build_object(
    'serverId', server.id,
    'server', ${SERVER_STATE},
    'isLeased', judging.leased_until_ms is not null,
    'place', case when run.solution_id is null and judging.leased_until_ms is null then (
      with queue as materialized (${QUEUE})
      select place from queue where queue.solution_id = judging.solution_id
    ) end,
    'run', case when run.solution_id is not null then jsonb_build_object(
      'state', run.state, 'looks', run.looks, 'hasAccount', run.account_id is not null,
      'words', case when run.is_strange then run.foreign_verdict end
    ) end
  )
  from outside_problem
  left join outside_run as run on run.solution_id = judging.solution_id
  join outside_server as server on server.id = coalesce(run.server_id, outside_problem.server_id)
  where outside_problem.problem_id = solution.problem_id
) end`;

/** Column of a statement that reads `solution`: the words of the system that judged it, not those of a send without a run. */
export const FOREIGN_VERDICT: RawBuilder<string | null> = sql`(
  select run.foreign_verdict from outside_run as run
  where run.solution_id = solution.id and run.state <> 'unsettled'
)`;

export interface QueuedOutside {
  solutionId: number;
  accountId: number;
  contestId: number;
  place: number;
}

/** Lists all solutions that wait to be sent. */
export async function findOutsideQueue(db: Db): Promise<QueuedOutside[]> {
  const { rows } = await sql<QueuedOutside>`
    select solution_id, account_id, contest_id, place from (${QUEUE}) as queue
  `.execute(db);
  return rows;
}

/** States of a server and of those that share its accounts. */
export async function findServerStates(
  db: Db,
  serverId: number,
): Promise<Pick<OutsideWait, 'serverId' | 'server'>[]> {
  const { rows } = await sql<Pick<OutsideWait, 'serverId' | 'server'>>`
    select server.id as server_id, ${SERVER_STATE} as server
    from outside_server as changed
    join outside_server as server
      on coalesce(server.accounts_of, server.id) = coalesce(changed.accounts_of, changed.id)
    where changed.id = ${serverId}
  `.execute(db);
  return rows;
}
