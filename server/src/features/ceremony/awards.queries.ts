import type { SaveAward } from '@balloon/contracts/scoreboard/ceremony.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { imagePath } from '#http/pages/image-path.ts';

/** Award that organisers gave by hand. */
export interface AwardByHand extends SaveAward {
  id: number;
}

/** Awards by hand in the order in which they were made. */
export async function findAwardsByHand(db: Db, contestId: number): Promise<AwardByHand[]> {
  return db
    .selectFrom('contestAward')
    .where('contestId', '=', contestId)
    .select(['id', 'titleRu', 'titleEn', 'citation'])
    .select(
      sql<number[]>`array(
        select account_id from contest_award_team where award_id = contest_award.id order by account_id
      )`.as('userIds'),
    )
    .orderBy('id')
    .execute();
}

/** Most awards by hand that a contest may have. */
export const MAX_AWARDS_BY_HAND = 100;

export async function insertAward(tx: Tx, contestId: number, award: SaveAward): Promise<number> {
  const { userIds, ...texts } = award;
  const { id } = await tx
    .insertInto('contestAward')
    .values({ contestId, ...texts })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeAwarded(tx, id, userIds);
  return id;
}

export async function updateAward(tx: Tx, awardId: number, award: SaveAward): Promise<void> {
  const { userIds, ...texts } = award;
  await tx.updateTable('contestAward').set(texts).where('id', '=', awardId).execute();
  await tx.deleteFrom('contestAwardTeam').where('awardId', '=', awardId).execute();
  await storeAwarded(tx, awardId, userIds);
}

async function storeAwarded(tx: Tx, awardId: number, userIds: readonly number[]): Promise<void> {
  await tx
    .insertInto('contestAwardTeam')
    .values([...new Set(userIds)].map((accountId) => ({ awardId, accountId })))
    .execute();
}

export async function deleteAward(tx: Tx, awardId: number): Promise<void> {
  await tx.deleteFrom('contestAward').where('id', '=', awardId).execute();
}

/** Number of these people who take part in a contest. */
export async function countParticipants(
  db: Db,
  contestId: number,
  userIds: readonly number[],
): Promise<number> {
  const { number } = await db
    .selectFrom('contestParticipant')
    .select(sql<number>`count(*)::integer`.as('number'))
    .where('contestId', '=', contestId)
    .where('accountId', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .executeTakeFirstOrThrow();
  return number;
}

const SHOWN_NAME = sql<string>`coalesce(
  team.name, nullif(trim(concat(account.first_name, ' ', account.last_name)), ''), account.username
)`;

/** Participants of a contest with the names that tables show. */
export function findAwardable(db: Db, contestId: number) {
  return db
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .leftJoin('team', 'team.accountId', 'account.id')
    .where('contestId', '=', contestId)
    .select(['account.id as userId', SHOWN_NAME.as('name')])
    .orderBy('name')
    .execute();
}

/** Names of people who have awards by hand, as tables show them; tables have no more of those who were removed since. */
export async function findAwardedNames(
  db: Db,
  awards: readonly Pick<AwardByHand, 'userIds'>[],
): Promise<Map<number, string>> {
  const ids = awards.flatMap(({ userIds }) => userIds);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .leftJoin('team', 'team.accountId', 'account.id')
    .where('account.id', '=', sql<number>`any(${ids}::integer[])`)
    .select(['account.id', SHOWN_NAME.as('name')])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What the hall sees of teams, by account. */
export async function findPresentedTeams(db: Db, accountIds: readonly number[]) {
  const rows = await db
    .selectFrom('team')
    .leftJoin('organization', 'organization.id', 'team.organizationId')
    .where('accountId', '=', sql<number>`any(${[...accountIds]}::integer[])`)
    .select(['accountId', 'photo', 'organization.name as organization', 'formalName', 'logo'])
    .select(
      sql<string[]>`array(
        select name from team_member where team_id = team.account_id order by position
      )`.as('members'),
    )
    .execute();
  return new Map(
    rows.map(({ accountId, photo, organization, formalName, logo, members }) => [
      accountId,
      {
        organization: formalName || organization,
        logo: logo === null ? null : imagePath(logo),
        photo: photo === null ? null : imagePath(photo),
        members,
      },
    ]),
  );
}
