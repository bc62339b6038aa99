import { type JudgeCompareResult, MAX_SIMILAR_PAIRS } from '@balloon/contracts/judging/comparing.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { mostSimilarFirst } from '@balloon/domain/similarity/compare.ts';
import {
  countPart,
  findPairsOfParts,
  findPart,
  type Gain,
  insertMatch,
  isSetRead,
  lockSearchOfPart,
  type Part,
  storePartEnd,
  storeSearchEnd,
} from '#features/comparing/parts.queries.ts';
import { enqueueComparing } from '#features/queue/enqueue-judging.ts';
import { type HeldComparison, removeFromQueue } from '#features/queue/lease.queries.ts';
import type { Services } from '#services.ts';

const NOTHING: Gain = { comparedNumber: 0, leftOut: [], failedProblemIds: [] };

/**
 * Stores what a judge found in a part of a comparison.
 *
 * @returns false when another lease or a cancellation has overtaken it
 */
export async function takeCompareResult({ db, log }: Services, result: JudgeCompareResult): Promise<boolean> {
  const { similarityPartId, judgeId, found } = result;
  if (found.step === 'read' && found.leftOut.length > 0) {
    const { leftOut } = found;
    log.warn({ similarityPartId, judgeId, leftOut }, 'solutions could not be read for the comparison');
  }
  return db.transaction().execute((tx) => storeFound(tx, result));
}

async function storeFound(tx: Tx, { found, ...held }: JudgeCompareResult): Promise<boolean> {
  const { similarityPartId, fence } = held;
  await lockSearchOfPart(tx, similarityPartId);
  const part = await findPart(tx, similarityPartId);
  if (!part) return false;
  // The judge did not receive our answer.
  if (part.fence === fence) return true;
  if (part.kind !== found.step) return failPart(tx, held);
  if (!(await removeFromQueue(tx, held))) return false;
  const { id, problemId, solutionIds } = part;
  if (found.step === 'match') {
    await storePartEnd(tx, { id, fence }, { pairs: found.pairs.map((pair) => ({ problemId, ...pair })) });
    await goOn(tx, part, NOTHING);
    return true;
  }
  await storePartEnd(tx, { id, fence }, { prints: Buffer.from(found.prints, 'base64') });
  const leftOut = solutionIds.filter((one) => found.leftOut.includes(one));
  await goOn(tx, part, { ...NOTHING, leftOut, comparedNumber: solutionIds.length - leftOut.length });
  return true;
}

/**
 * Ends a part that no judge could do: its solutions are left out, or the pairs of its set, and the search goes on.
 *
 * @returns false when the lease is lost; then nothing has changed
 */
export async function failPart(tx: Tx, lease: HeldComparison): Promise<boolean> {
  const { similarityPartId, fence } = lease;
  await lockSearchOfPart(tx, similarityPartId);
  const part = await findPart(tx, similarityPartId);
  if (!part || !(await removeFromQueue(tx, lease))) return false;
  await storePartEnd(tx, { id: part.id, fence }, {});
  const { kind, solutionIds, problemId } = part;
  const lost = kind === 'read' ? { leftOut: solutionIds } : { failedProblemIds: [problemId] };
  await goOn(tx, part, { ...NOTHING, ...lost });
  return true;
}

/** Makes what follows a part that ended: the pairs of its set, or the end of the search, whose row is locked. */
async function goOn(tx: Tx, part: Part, gain: Gain): Promise<void> {
  const { contestId } = part;
  const { startedById, partsNumber, endedParts } = await countPart(tx, contestId, gain);
  if (part.kind === 'read' && (await isSetRead(tx, part))) {
    await insertMatch(tx, part);
    await enqueueComparing(tx, { contestId, kind: 'match', accountId: startedById ?? 0 });
  }
  if (endedParts < partsNumber) return;
  const pairs = (await findPairsOfParts(tx, contestId)).sort(mostSimilarFirst);
  await storeSearchEnd(tx, contestId, { pairs: pairs.slice(0, MAX_SIMILAR_PAIRS), isCancelled: false });
}
