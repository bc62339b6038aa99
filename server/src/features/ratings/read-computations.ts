import type { RatingComputation, RatingMoves } from '@balloon/contracts/ratings/rating-computations.ts';
import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import {
  findEffects,
  findMoves,
  findPeople,
  findVersions,
  type MovesQuestion,
  type StoredVersion,
} from '#features/ratings/computations.queries.ts';
import { isRatingTurnTaken } from '#features/ratings/compute.queries.ts';
import { findLastStored, findVersionGroups, hasLostFormer } from '#features/ratings/versions.queries.ts';
import type { Services } from '#services.ts';

/** Number of computations in the history. */
const LISTED = 50;

/** Lists the newest computations. */
export async function listComputations({ db }: Services): Promise<RatingComputation[]> {
  return render(db, await findCurrentVersions(db, { count: LISTED }));
}

/** Reads how far a computation is and what it means. @throws {NotFoundError} COMPUTATION_NOT_FOUND */
export async function readComputation({ db }: Services, number: number): Promise<RatingComputation> {
  const [computation] = await render(db, await findCurrentVersions(db, { number, count: 1 }));
  if (!computation) throw unknownComputation(number);
  return computation;
}

/**
 * Lists who moves where in a group by a computation, beside the ratings that counted before it.
 *
 * @throws {NotFoundError} COMPUTATION_NOT_FOUND, also for a group that it is not about
 */
export async function readMoves(
  { db }: Services,
  question: Omit<MovesQuestion, 'formerNumber'>,
): Promise<RatingMoves> {
  const groups = await findVersionGroups(db, question.number);
  const group = groups.find(({ groupId }) => groupId === question.groupId);
  if (!group) throw unknownComputation(question.number);
  const moves = await findMoves(db, { ...question, formerNumber: group.formerNumber });
  const people = await findPeople(
    db,
    moves.map(({ userId }) => userId),
  );
  return {
    total: moves[0]?.total ?? 0,
    moves: moves.flatMap(({ userId, total: _, ...move }) => {
      const user = people.get(userId);
      return user ? [{ user, ...move }] : [];
    }),
  };
}

/**
 * Finds versions; one whose process died has left its row behind and counts as failed. A computation may end between
 * the looks at the rows and at the turn, so that only a row which is still running after the turn was free has failed.
 */
async function findCurrentVersions(db: Db, question: { number?: number; count: number }) {
  const versions = await findVersions(db, question);
  const running = new Set(versions.filter(isRunning).map(({ number }) => number));
  if (running.size === 0 || (await isRatingTurnTaken(db))) return versions;
  const later = await findVersions(db, question);
  return later.map((version) =>
    isRunning(version) && running.has(version.number) ? { ...version, state: 'failed' as const } : version,
  );
}

const isRunning = ({ state }: StoredVersion) => state === 'running';

async function render(db: Db, versions: readonly StoredVersion[]): Promise<RatingComputation[]> {
  const lastStored = await findLastStored(db);
  const undoable = lastStored !== null && (await hasLostFormer(db, lastStored)) ? null : lastStored;
  const effects = await findEffects(
    db,
    versions.map(({ number }) => number),
  );
  const people = await findPeople(
    db,
    versions.flatMap(({ computedById, undoneById }) => [computedById, undoneById]),
  );
  const personOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return versions.map((version) => ({
    number: version.number,
    state: version.state,
    group: groupOf(version),
    computedAtMs: version.computedAtMs,
    computedBy: personOf(version.computedById),
    donePairs: version.donePairs,
    totalPairs: version.totalPairs,
    storedAtMs: version.storedAtMs,
    undoneAtMs: version.undoneAtMs,
    undoneBy: personOf(version.undoneById),
    canUndo: version.number === undoable,
    hasResults: version.hasResults,
    undecided: version.undecided,
    groups: effects
      .filter(({ versionNumber }) => versionNumber === version.number)
      .map(({ id, name, color, authorId, contests, people: count, risen, fallen, newcomers, gone }) => ({
        group: { id, name, color, authorId },
        ...{ contests, people: count, risen, fallen, newcomers, gone },
      })),
  }));
}

function groupOf({ groupId, groupName, groupColor, groupAuthorId }: StoredVersion) {
  if (groupId === null) return null;
  return { id: groupId, name: groupName ?? '', color: groupColor ?? '#EF9A9A', authorId: groupAuthorId };
}

const unknownComputation = (number: number) =>
  new NotFoundError('COMPUTATION_NOT_FOUND', `There is no computation ${number} of these ratings`);
