import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import type { ContestSettings } from '#features/contest-admin/contest-settings.ts';

export interface StoredSettings {
  settings: ContestSettings;
  revision: number;
  isSuspended: boolean;
  /** The contest in which it is a virtual participation. */
  virtualOfId: number | null;
}

/** The settings of a contest, removed or not. */
export async function findSettings(db: Db, contestId: number): Promise<StoredSettings | undefined> {
  const contest = await db
    .selectFrom('contest')
    .select([
      'name',
      'startTimeMs',
      'durationTimeMs',
      'relativeFreezeTimeMs',
      'practiceDurationTimeMs',
      'extraTimeMs',
      'thawsByHand',
      'thawedAtMs',
      'removedIntervals',
      'isRated',
      'isEnabled',
      'isListed',
      'hasComments as isWithComments',
      'sourcesAfterEnd',
      'testsAfterEnd',
      'showsOrigin',
      'allowsVirtual',
      'wrongTryPenaltyMin',
      'countsCompilationErrors',
      'penaltyPrecision',
      'tieBreak',
      'tiedRows',
      'penalizedVerdicts',
      'firstSolvers',
      'unofficialRows',
      'edgeInstants',
      'removedSolutions',
      'hasOfficialResults',
      'hasPublicTable',
      'allowedNetworks',
      'keepsDrafts',
      'membersAct',
      'confines',
      'bindsDevices',
      'joinsVerdicts',
      'windowTimeMs',
      'revision',
      'isSuspended',
      'virtualOfId',
      sql<number[]>`array(
        select group_id from contest_group where contest_id = contest.id order by position, group_id
      )`.as('groupIds'),
      sql<number[]>`array(
        select language_id from contest_language where contest_id = contest.id order by language_id
      )`.as('languageIds'),
    ])
    .where('id', '=', contestId)
    .executeTakeFirst();
  if (!contest) return undefined;
  const problems = await db
    .selectFrom('contestProblem')
    .select(['problemId as id', 'color', 'versionId'])
    .where('contestId', '=', contestId)
    .orderBy('position')
    .execute();
  const { revision, isSuspended, virtualOfId, ...settings } = contest;
  return { settings: { ...settings, problems }, revision, isSuspended, virtualOfId };
}

const columnsOf = ({
  isWithComments,
  groupIds: _,
  languageIds: _2,
  problems: _3,
  removedIntervals,
  ...same
}: ContestSettings) => ({
  ...same,
  hasComments: isWithComments,
  removedIntervals: JSON.stringify(removedIntervals),
});

/** Inserts a contest with its groups, languages and problems; returns its id. */
export async function insertContest(
  tx: Tx,
  settings: ContestSettings,
  authorId: number | null,
  idempotencyKey: string | null = null,
): Promise<number> {
  const { id } = await tx
    .insertInto('contest')
    .values({ ...columnsOf(settings), authorId, idempotencyKey })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeParts(tx, id, settings);
  return id;
}

/** Writes changed settings. The caller holds the lock of the contest. */
export async function updateContest(tx: Tx, contestId: number, settings: ContestSettings): Promise<void> {
  await tx.updateTable('contest').set(columnsOf(settings)).where('id', '=', contestId).execute();
  await storeParts(tx, contestId, settings);
}

async function storeParts(tx: Tx, contestId: number, { groupIds, languageIds, problems }: ContestSettings) {
  await storeGroups(tx, contestId, groupIds);
  await tx.deleteFrom('contestLanguage').where('contestId', '=', contestId).execute();
  if (languageIds.length > 0) {
    const rows = languageIds.map((languageId) => ({ contestId, languageId }));
    await tx.insertInto('contestLanguage').values(rows).execute();
  }
  await storeProblems(tx, contestId, problems);
}

async function storeGroups(tx: Tx, contestId: number, groupIds: readonly number[]) {
  await tx.deleteFrom('contestGroup').where('contestId', '=', contestId).execute();
  if (groupIds.length === 0) return;
  const rows = groupIds.map((groupId, position) => ({ contestId, groupId, position }));
  await tx.insertInto('contestGroup').values(rows).execute();
}

/** Replaces the set. Links that stay keep their ids; solutions of problems that leave are not touched. */
async function storeProblems(tx: Tx, contestId: number, problems: ContestSettings['problems']) {
  const ids = problems.map(({ id }) => id);
  await tx
    .deleteFrom('contestProblem')
    .where('contestId', '=', contestId)
    .where('problemId', '<>', sql<number>`all(${ids}::integer[])`)
    .execute();
  if (problems.length === 0) return;
  const rows = problems.map(({ id, color, versionId }, position) => {
    return { contestId, problemId: id, position, color, versionId };
  });
  await tx
    .insertInto('contestProblem')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['contestId', 'problemId']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        color: eb.ref('excluded.color'),
        versionId: eb.ref('excluded.versionId'),
      })),
    )
    .execute();
}
