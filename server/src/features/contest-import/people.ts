import type { ImportFate } from '@balloon/contracts/people/team-import.ts';
import { MAX_COACH, MAX_MEMBERS } from '@balloon/contracts/people/team-limits.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import type { PersonRecord } from '#features/contest-import/contest-records.ts';
import type { FaultLog } from '#features/contest-import/fault-log.ts';
import type { TeamRecords } from '#features/team-import/team-records.ts';

export interface PlannedPeople {
  /** Id of the team. */
  foreignId: string;
  name: string;
  coach: string;
  members: string[];
  fate: ImportFate;
}

interface StoredPeople {
  foreignId: string;
  coach: string;
  members: string[];
}

/** Roles that a team shows as its people; others travel with it. */
const MEMBER_ROLES: ReadonlySet<string> = new Set(['contestant', 'reserve']);
const COACH_ROLES: ReadonlySet<string> = new Set(['coach', 'cocoach']);

/** People by team, beside those whom the site has. */
export async function planPeople(
  db: Db,
  people: readonly PersonRecord[],
  { teams }: TeamRecords,
  faults: FaultLog,
): Promise<PlannedPeople[]> {
  const byTeam = peopleByTeam(people);
  const stored = await findStored(db, [...byTeam.keys()]);
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  return [...byTeam].flatMap(([foreignId, own]): PlannedPeople[] => {
    const before = stored.get(foreignId);
    const name = names.get(foreignId);
    if (name === undefined && !before) {
      faults.error('persons', foreignId, 'TEAM_UNKNOWN');
      return [];
    }
    const named = own.filter((person) => person.name !== '');
    const members = named.filter(({ role }) => MEMBER_ROLES.has(role)).map((person) => person.name);
    if (members.length > MAX_MEMBERS) faults.warn('persons', foreignId, 'MEMBERS_LEFT_OUT');
    const coach = named.filter(({ role }) => COACH_ROLES.has(role)).map((person) => person.name);
    const wanted = { coach: coach.join(', ').slice(0, MAX_COACH), members: members.slice(0, MAX_MEMBERS) };
    return [{ foreignId, name: name ?? foreignId, ...wanted, fate: fateOf(before, wanted) }];
  });
}

function peopleByTeam(people: readonly PersonRecord[]): Map<string, PersonRecord[]> {
  const byTeam = new Map<string, PersonRecord[]>();
  for (const person of people) {
    for (const id of new Set(person.teamIds)) {
      const own = byTeam.get(id);
      if (own) own.push(person);
      else byTeam.set(id, [person]);
    }
  }
  return byTeam;
}

function fateOf(
  before: StoredPeople | undefined,
  wanted: Pick<StoredPeople, 'coach' | 'members'>,
): ImportFate {
  if (!before || (before.coach === '' && before.members.length === 0)) return 'create';
  const isSame = before.coach === wanted.coach && before.members.join('\n') === wanted.members.join('\n');
  return isSame ? 'same' : 'update';
}

async function findStored(db: Db, ids: readonly string[]): Promise<Map<string, StoredPeople>> {
  const { rows } = await sql<StoredPeople>`
    select foreign_id, coach,
      array(select team_member.name from team_member where team_id = team.account_id order by position) as members
    from team where foreign_id = any (${[...ids]}::text[])
  `.execute(db);
  return new Map(rows.map((row) => [row.foreignId, row]));
}

/** Stores the people that change; those with the same name keep their accounts. */
export async function storePeople(tx: Tx, people: readonly PlannedPeople[]): Promise<void> {
  for (const { foreignId, coach, members, fate } of people) {
    if (fate === 'same') continue;
    const { accountId } = await tx
      .updateTable('team')
      .set((eb) => ({ coach, version: eb('version', '+', 1) }))
      .where('foreignId', '=', foreignId)
      .returning('accountId')
      .executeTakeFirstOrThrow();
    const before = await tx
      .deleteFrom('teamMember')
      .where('teamId', '=', accountId)
      .returning(['name', 'accountId'])
      .execute();
    const accounts = new Map(before.map((member) => [member.name, member.accountId]));
    const rows = members.map((name, position) => {
      const own = accounts.get(name) ?? null;
      accounts.delete(name);
      return { teamId: accountId, name, position, accountId: own };
    });
    if (rows.length > 0) await tx.insertInto('teamMember').values(rows).execute();
  }
}
