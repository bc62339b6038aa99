import type { Organization, OrganizationSearch } from '@balloon/contracts/people/teams.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { linkOf } from '#features/teams/stored-picture.ts';

const COLUMNS = ['id', 'name', 'formalName', 'country', 'logo', 'foreignId', 'version'] as const;

const TEAMS_NUMBER = sql<number>`(
  select count(*)::integer from team where team.organization_id = organization.id
)`.as('teamsNumber');

function select(db: Db) {
  return db.selectFrom('organization').select(COLUMNS).select(TEAMS_NUMBER);
}

type StoredOrganization = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const shown = (stored: StoredOrganization): Organization => ({ ...stored, logo: linkOf(stored.logo) });

export async function findOrganization(db: Db, id: number): Promise<Organization | undefined> {
  const stored = await select(db).where('id', '=', id).executeTakeFirst();
  return stored && shown(stored);
}

/** Locks an organisation, so that edits run one after the other. */
export async function lockOrganization(tx: Tx, id: number): Promise<Organization | undefined> {
  await tx.selectFrom('organization').select('id').where('id', '=', id).forUpdate().execute();
  return findOrganization(tx, id);
}

/** Finds organisations by words of their names, country and foreign id (`%` and `_` mean themselves), by name. */
export async function searchOrganizations(db: Db, { q, count, offset }: OrganizationSearch) {
  const where = sql<string>`lower(concat_ws(' ', name, formal_name, country, foreign_id))`;
  const words = q.split(/\s+/).filter((word) => word !== '');
  const hasWords = sql<boolean>`not exists (
    select from unnest(${words}::text[]) as word where position(lower(word) in ${where}) = 0
  )`;
  const { total } = await db
    .selectFrom('organization')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(hasWords)
    .executeTakeFirstOrThrow();
  const rows = await select(db)
    .where(hasWords)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(count)
    .offset(offset)
    .execute();
  return { organizations: rows.map(shown), organizationsNumber: total };
}
