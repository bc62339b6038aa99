import type { ImportTeams, ImportTeamsReport } from '@balloon/contracts/people/team-import.ts';
import { MAX_TEAM_FILES_LENGTH } from '@balloon/contracts/people/team-import.ts';
import { takeTime } from '@balloon/database/connect.ts';
import { ConflictError, InvalidInputError, TooLargeError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { announcePeople } from '#features/directory/announce-people.ts';
import { planTeamImport, type TeamPlan } from '#features/team-import/plan-team-import.ts';
import { readTeamFiles } from '#features/team-import/read-team-files.ts';
import {
  admitTeams,
  makePasswords,
  type Passwords,
  storeTeamPlan,
} from '#features/team-import/store-team-plan.ts';
import { withFreeNames } from '#features/user-admin/new-account.ts';
import type { Services, User } from '#services.ts';

/**
 * Imports organisations, groups, teams and accounts, all of them or nothing; a dry run says what would happen. What has the
 * id of an entry already is changed, so that a second import doubles nothing.
 *
 * @throws {TooLargeError} FILES_TOO_LARGE
 * @throws {InvalidInputError} TEAM_FILES_WRONG when the files have errors
 * @throws {ConflictError} CHANGED_MEANWHILE, USERNAME_TAKEN when others change the site at this very moment
 */
export async function importTeams(
  { db, log }: Services,
  admin: User,
  { files, dryRun, contestId = null, setsPasswords }: ImportTeams,
): Promise<ImportTeamsReport> {
  if (files.reduce((sum, { text }) => sum + text.length, 0) > MAX_TEAM_FILES_LENGTH)
    throw new TooLargeError('FILES_TOO_LARGE', 'The files are too large together: import them in parts');
  const { records, faults } = readTeamFiles(files);
  const plan = await planTeamImport(db, records);
  const contestFaults = contestId !== null && !(await hasContest(db, contestId));
  const all = [...faults, ...plan.faults];
  if (contestFaults)
    all.push({ file: '', entry: String(contestId), code: 'CONTEST_UNKNOWN', detail: '', isError: true });
  if (dryRun) return reportOf(true, plan, all, new Map());
  if (all.some(({ isError }) => isError))
    throw new InvalidInputError('TEAM_FILES_WRONG', 'The files have errors, so nothing was imported');
  const passwords = await makePasswords(plan, setsPasswords);
  await withFreeNames(() =>
    db.transaction().execute(async (tx) => {
      await takeTime(tx);
      if (JSON.stringify(await planTeamImport(tx, records)) !== JSON.stringify(plan))
        throw new ConflictError('CHANGED_MEANWHILE', 'Somebody else changed people meanwhile: try again');
      const userIds = await storeTeamPlan(tx, plan, passwords);
      if (contestId !== null) {
        await lockContestLog(tx, contestId); // not before: nobody sends meanwhile
        await admitTeams(tx, contestId, userIds.teams);
      }
      await recordChange(tx, admin, {
        ...{ action: 'team.import', subjectId: null, ...(contestId !== null && { contestId }) },
        after: { counts: countsOf(plan), usernames: [...passwords.keys()] },
      });
      await announcePeople(tx, [...userIds.teams, ...userIds.staff]);
    }),
  );
  log.info({ adminId: admin.id, ...countsOf(plan) }, 'teams were imported');
  return reportOf(false, plan, all, passwords);
}

async function hasContest(db: Services['db'], contestId: number): Promise<boolean> {
  const row = await db
    .selectFrom('contest')
    .select('id')
    .where('id', '=', contestId)
    .where('isSuspended', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

/** Numbers of entries for the log. */
export const countsOf = ({ organizations, groups, teams, staff }: TeamPlan) => ({
  organizations: organizations.length,
  groups: groups.length,
  teams: teams.length,
  staff: staff.length,
});

/** Report of an import, or of what it would do. */
export function reportOf(
  dryRun: boolean,
  { organizations, groups, teams, staff }: TeamPlan,
  faults: ImportTeamsReport['faults'],
  passwords: Passwords,
): ImportTeamsReport {
  const named = ({
    id,
    name,
    fate,
  }: {
    id: string;
    name: string;
    fate: TeamPlan['teams'][number]['fate'];
  }) => ({
    ...{ foreignId: id, name, fate },
  });
  const organizationNames = new Map(organizations.map(({ id, name }) => [id, name]));
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  return {
    ...{ dryRun, faults },
    organizations: organizations.map(named),
    groups: groups.map(named),
    teams: teams.map((team) => ({
      ...named(team),
      ...{ username: team.username, seat: team.seat },
      organization: organizationNames.get(team.organizationId ?? '') ?? team.organizationId ?? '',
      groups: team.groupIds.map((id) => groupNames.get(id) ?? id),
      password: passwords.get(team.username)?.text ?? null,
    })),
    staff: staff.map(({ username, role, fate }) => ({
      ...{ username, role, fate },
      password: passwords.get(username)?.text ?? null,
    })),
  };
}
