import type { ImportContest, ImportContestReport } from '@balloon/contracts/contests/contest-import.ts';
import type { TeamFileFault } from '@balloon/contracts/people/team-import.ts';
import { missingBlobs } from '@balloon/database/blobs.ts';
import { type Db, type Tx, takeTime } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ConflictError, InvalidInputError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { openBlobZip } from '#features/contest-import/blob-zip.ts';
import { openFaultLog } from '#features/contest-import/fault-log.ts';
import { type PlannedPeople, planPeople, storePeople } from '#features/contest-import/people.ts';
import {
  type PlannedPicture,
  planPictures,
  showPictures,
  storePictureContents,
} from '#features/contest-import/pictures.ts';
import { type ContestPlan, planContest } from '#features/contest-import/plan-contest.ts';
import { type PlannedProblem, planProblems } from '#features/contest-import/plan-problems.ts';
import { type ContestPackage, readContestPackage } from '#features/contest-import/read-contest-package.ts';
import { reportOfContest } from '#features/contest-import/report-of-contest.ts';
import { storeContestPlan } from '#features/contest-import/store-contest-plan.ts';
import { announcePeople } from '#features/directory/announce-people.ts';
import { forgetStored } from '#features/packages/package-uploads.queries.ts';
import { countsOf } from '#features/team-import/import-teams.ts';
import { planTeamImport, type TeamPlan } from '#features/team-import/plan-team-import.ts';
import { admitTeams, makePasswords, storeTeamPlan } from '#features/team-import/store-team-plan.ts';
import { withFreeNames } from '#features/user-admin/new-account.ts';
import type { Services, User } from '#services.ts';

/** What becomes of everything in a package. */
export interface ImportPlan {
  contest: ContestPlan | null;
  problems: PlannedProblem[];
  teams: TeamPlan;
  people: PlannedPeople[];
  pictures: PlannedPicture[];
  faults: TeamFileFault[];
}

/** Who imports: an admin by request, or null for a command. */
export type Importer = Pick<User, 'id' | 'ip'> | null;

/**
 * Imports a contest package that is stored already: contest, languages, organisations with logos, groups, teams with photos and
 * people, and accounts, all of them or nothing. Its problems are queued for judges, and enter the contest when they are built. A
 * dry run says what would happen.
 *
 * @throws {NotFoundError} PACKAGE_NOT_FOUND; {TooLargeError} FILES_TOO_LARGE
 * @throws {InvalidInputError} PACKAGE_BROKEN, PACKAGE_BACKSLASHES, TEAM_FILES_WRONG when the files have errors
 * @throws {ConflictError} CHANGED_MEANWHILE, USERNAME_TAKEN, RESULTS_FINAL
 */
export async function importContest(
  { db, log }: { db: Db; log: Pick<Services['log'], 'info'> },
  importer: Importer,
  { sha256, fileName, dryRun, contestId: wantedId = null, setsPasswords }: ImportContest,
): Promise<ImportContestReport> {
  await missingBlobs(db, [sha256]); // keeps the archive for another day
  await using zip = await openBlobZip(db, sha256);
  const read = await readContestPackage(zip);
  const pictureFaults: TeamFileFault[] = [];
  const pictures = await planPictures(db, zip, read.pictures, openFaultLog(pictureFaults));
  const planNow = (at: Db) => planImport(at, read, wantedId ?? null, pictures, pictureFaults);
  const plan = await planNow(db);
  if (dryRun) return reportOfContest(true, plan, new Map(), plan.contest?.contestId ?? null);
  if (plan.contest === null || plan.faults.some(({ isError }) => isError))
    throw new InvalidInputError('TEAM_FILES_WRONG', 'The package has errors, so nothing was imported');
  const { contest } = plan;
  const passwords = await makePasswords(plan.teams, setsPasswords);
  await storePictureContents(db, zip, pictures);
  const contestId = await withFreeNames(() =>
    db.transaction().execute(async (tx) => {
      await takeTime(tx);
      await onlyOne(tx);
      if (JSON.stringify(await planNow(tx)) !== JSON.stringify(plan))
        throw new ConflictError('CHANGED_MEANWHILE', 'Somebody else changed the site meanwhile: try again');
      const accounts = await storeTeamPlan(tx, plan.teams, passwords);
      await storePeople(tx, plan.people);
      await showPictures(tx, zip, plan.pictures, importer?.id ?? null);
      const archive = { sha256, fileName, sizeBytes: zip.sizeBytes };
      const id = await storeContestPlan(tx, importer, { ...plan, contest }, archive);
      await admitTeams(tx, id, accounts.teams);
      await recordChange(tx, importer, {
        ...{ action: 'contest.import', subjectId: id, subjectName: contest.record.name, contestId: id },
        after: {
          fileName,
          counts: countsOf(plan.teams),
          problems: plan.problems.map(({ foreignId }) => foreignId),
        },
      });
      await announcePeople(tx, [...accounts.teams, ...accounts.staff]);
      if (importer) await forgetStored(tx, importer.id, sha256);
      return id;
    }),
  );
  log.info({ adminId: importer?.id, contestId, ...countsOf(plan.teams) }, 'a contest package was imported');
  return reportOfContest(false, plan, passwords, contestId);
}

/** Two imports of one package at the same moment make one contest. */
const onlyOne = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('import of a contest package', 0))`.execute(tx);

async function planImport(
  db: Db,
  read: ContestPackage,
  wantedId: number | null,
  pictures: PlannedPicture[],
  pictureFaults: readonly TeamFileFault[],
): Promise<ImportPlan> {
  const faults = [...read.faults, ...pictureFaults];
  const log = openFaultLog(faults);
  const contest = await planContest(db, read, wantedId, log);
  const problems = await planProblems(db, contest?.contestId ?? null, read.problems, log);
  const teams = await planTeamImport(db, read.teams);
  const people = await planPeople(db, read.people, read.teams, log);
  return { contest, problems, teams, people, pictures, faults: [...faults, ...teams.faults] };
}
