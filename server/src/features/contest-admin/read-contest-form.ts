import type {
  ContestFormData,
  FormLanguageList,
  ManagedContestList,
  ManagedContestListQuery,
} from '@balloon/contracts/contests/contest-form.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { z } from 'zod';
import { findSettings } from '#features/contest-admin/contest-settings.queries.ts';
import {
  managedContest,
  readManagedContest,
  selectManagedContests,
} from '#features/contest-admin/managed-contest.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { countListedContests, listedContests } from '#features/contests/contest-list.queries.ts';
import { contestNotFound, getSupervisedContest } from '#features/contests/supervision.ts';
import { readContestProblems } from '#features/problems/contest/contest-problems.ts';
import type { Services, User } from '#services.ts';

/**
 * Reads what fills the form of a contest: the contest and its problems with their statements.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when it is removed or the caller does not supervise it
 */
export async function readContestForm(
  services: Services,
  user: User,
  { contestId, locale }: { contestId: number; locale: Locale },
): Promise<ContestFormData> {
  const { db } = services;
  await getSupervisedContest(db, user, contestId);
  const stored = await findSettings(db, contestId);
  if (!stored || stored.isSuspended) throw contestNotFound(contestId);
  const problems = await readContestProblems(services, user, contestId, locale);
  const { languageIds, allowedNetworks } = stored.settings;
  return { ...(await readManagedContest(db, user.id, contestId)), languageIds, allowedNetworks, problems };
}

/** Lists the languages that a contest may be restricted to, also those that no judge of this site has now. */
export async function listFormLanguages({ db }: Services): Promise<FormLanguageList> {
  const rows = await db
    .selectFrom('language')
    .select(['id', 'name', 'systemType', 'version', 'nonactive', 'hasJudge'])
    .orderBy('systemType')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ systemType, ...language }) => ({
    ...language,
    systemType: systemType as FormLanguageList[number]['systemType'],
  }));
}

/** Page of the contests that a supervisor may manage, and their number on all pages. */
export async function listManagedContests(
  { db }: Services,
  user: User,
  query: ManagedContestListQuery,
): Promise<z.infer<typeof ManagedContestList>> {
  const nowMs = await databaseNowMs(db);
  const viewer = viewerOf(user);
  const [rows, contestsNumber] = await Promise.all([
    listedContests(db, viewer, query, nowMs, selectManagedContests(db, user.id)).execute(),
    countListedContests(db, viewer, query, nowMs),
  ]);
  return { contests: rows.map((row) => managedContest(row, nowMs)), contestsNumber };
}
