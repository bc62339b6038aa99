import type { JobLanguages, ReadLanguage } from '@balloon/contracts/outside/relay-jobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { storableJson } from '#content/storable.ts';
import { forgetFailures, lockHeldJob } from '#features/outside-jobs/jobs/jobs.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/**
 * Stores the languages of a server as it lists them now: those that are missing take no more solutions, those that came
 * back do. A server that lists none has shown something else than its list.
 *
 * @returns false when the lease is lost
 */
export function takeLanguages(
  { db, options }: Services,
  { languages, ...lease }: JobLanguages,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const job = await lockHeldJob(tx, lease, options.leaseMs);
    if (!job) return false;
    await forgetFailures(tx, job.id);
    if (languages.length === 0) return true;
    const ids = await storeLanguages(tx, job.serverId, languages);
    await closeOthers(tx, job.serverId, ids);
    return true;
  });
}

/** Adds or renews languages of a server, and returns their ids. Clients learn of those that came back. */
async function storeLanguages(
  tx: Tx,
  serverId: number,
  languages: readonly ReadLanguage[],
): Promise<number[]> {
  const byId = new Map(languages.map((language) => [language.foreignLanguageId, language]));
  const rows = [...byId.values()].map(({ foreignLanguageId, name, family, extensions }) => ({
    ...{ foreign_id: foreignLanguageId, name, family, extensions },
  }));
  const { rows: stored } = await sql<{ id: number; wasClosed: boolean }>`
    with former as (select id from language where outside_server_id = ${serverId} and nonactive)
    insert into language (system_type, outside_server_id, foreign_language_id, name, language_family, extensions)
    select server.system_type, server.id, read.foreign_id, read.name, read.family,
      array(select jsonb_array_elements_text(read.extensions))
    from jsonb_to_recordset(${storableJson(rows)}::jsonb)
        as read (foreign_id text, name text, family text, extensions jsonb),
      outside_server as server
    where server.id = ${serverId}
    order by read.foreign_id
    on conflict (system_type, coalesce(outside_server_id, 0), foreign_language_id) do update set
      name = excluded.name,
      language_family = excluded.language_family,
      extensions = excluded.extensions,
      nonactive = false
    returning id, id in (select id from former) as was_closed
  `.execute(tx);
  await announceLanguages(
    tx,
    stored.filter(({ wasClosed }) => wasClosed).map(({ id }) => id),
    false,
  );
  return stored.map(({ id }) => id);
}

/** Closes the other languages of a server. Those of single problems stay: no list of the server has them. */
async function closeOthers(tx: Tx, serverId: number, ids: readonly number[]): Promise<void> {
  const closed = await tx
    .updateTable('language')
    .set({ nonactive: true })
    .where('outsideServerId', '=', serverId)
    .where('nonactive', '=', false)
    .where('id', 'not in', [...ids])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('problemLanguage')
            .select('problemLanguage.languageId')
            .whereRef('problemLanguage.languageId', '=', 'language.id'),
        ),
      ),
    )
    .returning('id')
    .execute();
  await announceLanguages(
    tx,
    closed.map(({ id }) => id),
    true,
  );
}

/** Languages of one announcement, which may have 8000 bytes. */
const ANNOUNCED = 100;

async function announceLanguages(tx: Tx, ids: readonly number[], nonactive: boolean): Promise<void> {
  for (let at = 0; at < ids.length; at += ANNOUNCED) {
    const part = ids.slice(at, at + ANNOUNCED);
    await announce(tx, 'languages.changed', {
      languages: part.map((id) => ({ id, nonactive, hasJudge: true })),
    });
  }
}

/** Stores the languages of a problem that has a list of its own. */
export async function storeProblemLanguages(
  tx: Tx,
  { serverId, problemId }: { serverId: number; problemId: number },
  languages: readonly ReadLanguage[],
): Promise<void> {
  const ids = languages.length === 0 ? [] : await storeLanguages(tx, serverId, languages);
  await tx.deleteFrom('problemLanguage').where('problemId', '=', problemId).execute();
  if (ids.length === 0) return;
  await tx
    .insertInto('problemLanguage')
    .values(ids.map((languageId) => ({ problemId, languageId })))
    .execute();
}
