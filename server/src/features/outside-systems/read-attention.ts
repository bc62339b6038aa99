import type { OutsideAttention } from '@balloon/contracts/outside/outside-systems.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Counts what waits for a human. The page of every admin asks for it now and then, so it reads only small indexes. */
export async function readAttention(db: Db): Promise<OutsideAttention> {
  const { rows } = await sql<OutsideAttention>`
    select
      (select count(*) from outside_run join judging using (solution_id)
        where outside_run.state = 'unsettled' or is_strange or outside_run.account_id is null)::integer as unsettled,
      (select count(*) from outside_server where has_drifted)::integer as drifted,
      (select count(*) from outside_account where disabled_by <> 'admin')::integer as disabled
  `.execute(db);
  return rows[0] ?? { unsettled: 0, drifted: 0, disabled: 0 };
}
