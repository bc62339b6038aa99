import type { Tx } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { type PastContest, sampleHistory } from '@balloon/sample/history/sample-history.ts';
import type { SampleProblem } from '@balloon/sample/sample-problem.ts';
import {
  insertPastContest,
  insertPastSolutions,
  insertPeople,
  logPastContest,
} from '#features/installation/sample-history.queries.ts';
import { createSampleTalk } from '#features/installation/sample-talk.ts';
import { computeAndStore } from '#features/ratings/compute-ratings.ts';
import { OWNER_ID } from '#features/users/reserved-ids.ts';

export interface SampleRoots {
  problems: readonly SampleProblem[];
  /** By slug. */
  problemIds: ReadonlyMap<string, number>;
  /** The hour of the first start. */
  nowMs: number;
}

/**
 * Adds what a club did before the first start: a group of invented people who cannot sign in, their finished contests
 * with judged solutions, ratings computed from these, news and messages. A few statements for all of it, so that the
 * first start takes about a second longer.
 */
export async function createSampleHistory(tx: Tx, roots: SampleRoots): Promise<void> {
  const { problems, nowMs } = roots;
  const history = sampleHistory(problems);
  const groupId = await insertGroup(tx, history.groupName);
  const firstStartMs = nowMs - Math.max(...history.contests.map(({ startedAgoMs }) => startedAgoMs));
  const accountIds = await insertPeople(tx, groupId, history.people, firstStartMs);
  const contestIds: number[] = [];
  for (const contest of history.contests) {
    contestIds.push(await createPastContest(tx, contest, { ...roots, groupId, accountIds }));
  }
  await computeAndStore(tx, { id: OWNER_ID, ip: null });
  const [last, lastId] = [history.contests.at(-1), contestIds.at(-1)];
  const [askerId] = accountIds;
  if (!last || lastId === undefined || askerId === undefined)
    throw new Error('The sample has no past contest');
  const startTimeMs = nowMs - last.startedAgoMs;
  const problemIds = last.problems.map((slug) => roots.problemIds.get(slug) ?? null);
  await createSampleTalk(tx, { ...last, contestId: lastId, startTimeMs, problemIds, askerId });
}

async function insertGroup(tx: Tx, name: string): Promise<number> {
  const { id } = await tx
    .insertInto('userGroup')
    // Its changes are the larger ones, so that three contests already make different curves.
    .values({ name, color: '#90CAF9', authorId: OWNER_ID, ratingFormula: 'codeforces' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Club extends SampleRoots {
  groupId: number;
  /** In the order of the people. */
  accountIds: readonly number[];
}

async function createPastContest(tx: Tx, contest: PastContest, club: Club): Promise<number> {
  const { groupId, accountIds, nowMs } = club;
  const startTimeMs = nowMs - contest.startedAgoMs;
  const { name, durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs } = contest;
  const contestId = await insertPastContest(tx, {
    ...{ name, startTimeMs, durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs },
    ...{ groupId, accountIds, problems: coloredProblems(contest, club) },
  });
  const sources = [...new Set(contest.attempts.map(({ source }) => source))];
  const places = new Map(sources.map((source, place) => [source, place]));
  const solutions = contest.attempts.map((attempt) => ({
    accountId: accountIds[attempt.person] ?? 0,
    problemId: club.problemIds.get(attempt.slug) ?? 0,
    languageId: LANGUAGES[attempt.languageKey].id,
    sourcePlace: places.get(attempt.source) ?? 0,
    sentAtMs: startTimeMs + attempt.sentAfterMs,
    verdictId: VERDICTS[attempt.verdict].id,
    testNumber: attempt.testNumber,
    timeMs: attempt.timeMs,
    memoryKb: attempt.memoryKb,
    compilationError: attempt.compilationError,
  }));
  await insertPastSolutions(tx, { contestId, sources, solutions });
  await logPastContest(tx, contestId);
  return contestId;
}

function coloredProblems(contest: PastContest, { problems, problemIds }: Club) {
  return contest.problems.map((slug) => ({
    problemId: problemIds.get(slug) ?? 0,
    color: problems.find((one) => one.slug === slug)?.color ?? '#888888',
  }));
}
