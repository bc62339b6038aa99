import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { DRAFTS_KEPT_DAYS } from '@balloon/contracts/hall/draft-limits.ts';
import type {
  ComparedDrafts,
  ContestDrafts,
  DraftStep,
  DraftTimeline,
} from '@balloon/contracts/hall/drafts.ts';
import { MAX_SOURCE_BYTES } from '@balloon/contracts/judging/solution-limits.ts';
import type { Db } from '@balloon/database/connect.ts';
import { lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { problemPosition } from '@balloon/domain/contests/problem-index.ts';
import { draftChange, isLargeBlock } from '@balloon/domain/drafts/draft-change.ts';
import { NotFoundError } from '#errors.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import {
  type DraftKey,
  findDraftRows,
  findPair,
  findSnapshots,
  findSources,
  type SnapshotPlace,
} from '#features/drafts/drafts.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

const inflate = promisify(inflateRaw);
const DAY_MS = 24 * 3_600_000;
/** Sources in memory at once; between them others get their turn. */
const AT_ONCE = 20;

interface Wanted {
  contestId: number;
  userId: number;
  symbolIndex: string;
}

/**
 * Lists of whom drafts of which problems are kept.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function listDrafts({ db }: Services, user: User, contestId: number): Promise<ContestDrafts> {
  const contest = await getSupervisedContest(db, user, contestId);
  const drafts = await findDraftRows(db, contestId);
  const people = await findUsers(db, [
    ...new Set(drafts.flatMap(({ userId, memberIds }) => [userId, ...memberIds])),
  ]);
  return { contest: contestOf(contest), people: people.map((person) => publicUser(person)), drafts };
}

/**
 * How a participant's program for a problem came to be.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND, USER_NOT_FOUND
 */
export async function readTimeline({ db }: Services, user: User, wanted: Wanted): Promise<DraftTimeline> {
  const { contest, problem, key } = await findWanted(db, user, wanted);
  const [author] = await findUsers(db, [wanted.userId]);
  if (!author) throw new NotFoundError('USER_NOT_FOUND', `There is no user ${wanted.userId}`);
  const solutions = await db
    .selectFrom('solution')
    .select(['id', 'sentAtMs', 'verdictId', 'sentById'])
    .where('contestId', '=', key.contestId)
    .where('accountId', '=', key.accountId)
    .where('problemId', '=', key.problemId)
    .where('deletedAtMs', 'is', null)
    .orderBy('sentAtMs')
    .execute();
  return {
    contest: { ...contestOf(contest), startTimeMs: await findOwnStart(db, contest, key.accountId) },
    author: publicUser(author),
    problem: { symbolIndex: wanted.symbolIndex, title: problem.title },
    ...(await readSteps(db, key)),
    solutions: solutions.map(({ sentById, ...solution }) => ({
      ...solution,
      ...(sentById !== null && { memberId: sentById }),
    })),
  };
}

/**
 * A snapshot beside the one before it.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND, DRAFT_NOT_FOUND
 */
export async function compareDrafts(
  { db }: Services,
  user: User,
  { takenAtMs, memberId, ...wanted }: Wanted & { takenAtMs: number; memberId: number },
): Promise<ComparedDrafts> {
  const { key } = await findWanted(db, user, wanted);
  const [later, earlier] = await findPair(db, key, takenAtMs, memberId);
  if (later?.takenAtMs !== takenAtMs) throw new NotFoundError('DRAFT_NOT_FOUND', 'There is no such draft');
  const source = await textOf(later.source);
  const before = earlier && { takenAtMs: earlier.takenAtMs, source: await textOf(earlier.source) };
  const { newLines, goneLines } = draftChange(before?.source ?? '', source);
  return { takenAtMs, source, newLines, before: before ? { ...before, goneLines } : null };
}

/** Snapshots, each beside the one before it of the same writer, and the members of a team who wrote. */
async function readSteps(db: Db, key: DraftKey): Promise<Pick<DraftTimeline, 'steps' | 'members'>> {
  const steps: DraftStep[] = [];
  const snapshots = await findSnapshots(db, key);
  const before = new Map<number, string>();
  for (let start = 0; start < snapshots.length; start += AT_ONCE) {
    const part = snapshots.slice(start, start + AT_ONCE);
    const sources = part[0] ? await findSources(db, key, part[0], AT_ONCE) : [];
    const packedOf = new Map(sources.map((one) => [placeOf(one), one.source]));
    for (const snapshot of part) {
      const packed = packedOf.get(placeOf(snapshot));
      if (!packed) continue; // removed meanwhile
      const text = await textOf(packed);
      const { newLines, goneLines, block } = draftChange(before.get(snapshot.memberId) ?? '', text);
      const lines = { newLines: newLines.length, goneLines: goneLines.length };
      const { memberId: _, ...shown } = snapshot;
      const writer = snapshot.memberId === 0 ? {} : { memberId: snapshot.memberId };
      steps.push({ ...shown, ...writer, ...lines, block, isLargeBlock: isLargeBlock(block) });
      before.set(snapshot.memberId, text);
    }
    await nextTurn();
  }
  const members = await findUsers(db, [...new Set(steps.flatMap(({ memberId }) => memberId ?? []))]);
  return { steps, members: members.map((member) => publicUser(member)) };
}

/** When the contest began for a participant, by whose clock the times of the timeline go. */
async function findOwnStart(db: Db, { id, startTimeMs }: StoredContest, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('contestParticipant')
    .select(['startShiftMs', 'startedAtMs'])
    .where('contestId', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row?.startedAtMs ?? startTimeMs + (row?.startShiftMs ?? 0);
}

const placeOf = ({ takenAtMs, memberId }: SnapshotPlace) => `${takenAtMs} ${memberId}`;

async function findWanted(db: Db, user: User, { contestId, userId, symbolIndex }: Wanted) {
  const contest = await getSupervisedContest(db, user, contestId);
  const problem = await db
    .selectFrom('contestProblem')
    .innerJoin('problem', 'problem.id', 'contestProblem.problemId')
    .select(['problem.id', 'problem.title'])
    .where('contestId', '=', contestId)
    .where('position', '=', problemPosition(symbolIndex) ?? -1)
    .executeTakeFirst();
  if (!problem) throw new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${symbolIndex} in it`);
  return { contest, problem, key: { contestId, accountId: userId, problemId: problem.id } };
}

/** Three times the bound of a source in bytes holds every text of UTF-16 that passed it. */
const textOf = async (packed: Buffer): Promise<string> =>
  (await inflate(packed, { maxOutputLength: 3 * MAX_SOURCE_BYTES })).toString('utf8');

const contestOf = (contest: StoredContest) => ({
  id: contest.id,
  name: contest.name,
  startTimeMs: contest.startTimeMs,
  keepsDrafts: contest.keepsDrafts,
  keptUntilMs: lastEndTimeMs(contest) + DRAFTS_KEPT_DAYS * DAY_MS,
});
