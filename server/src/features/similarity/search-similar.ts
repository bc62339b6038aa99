import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '@balloon/database/connect.ts';
import type { StoredSimilarPair } from '@balloon/database/contest-tables.ts';
import type { LanguageFamily } from '@balloon/domain/languages.ts';
import { type Compared, similarPairs, withoutTemplate } from '@balloon/domain/similarity/compare.ts';
import { fingerprintsOf } from '@balloon/domain/similarity/fingerprints.ts';
import {
  beat,
  endSearch,
  findAccepted,
  findSourceById,
  findTemplates,
} from '#features/similarity/similarity.queries.ts';

const BOUNDS = { least: 0.5, leastShared: 6 };
/** Pairs that are kept: nobody looks through more, and the most similar come first. */
const MAX_PAIRS = 500;
/** A search holds the event loop for one solution at a time, and leaves it free for as long as it held it times this. */
const PAUSE_FACTOR = 4;
const BEAT_EVERY_MS = 5_000;

/**
 * Compares the accepted solutions of a contest, problem by problem, and stores what it finds. The process serves others
 * meanwhile, so it works a little at a time.
 *
 * @param isStopping whether the process ends: the search ends, too, and counts as broken
 */
export async function searchSimilar(
  db: Db,
  { contestId, token }: { contestId: number; token: string },
  isStopping: () => boolean,
): Promise<void> {
  const accepted = await findAccepted(db, contestId);
  const templates = await findTemplates(db, contestId);
  const pairs: StoredSimilarPair[] = [];
  let comparedNumber = 0;
  let beatenAtMs = performance.now();
  // Solutions in different languages have nothing in common that tokens show.
  const sets = Map.groupBy(accepted, ({ problemId, family }) => `${problemId} ${family}`);
  for (const solutions of sets.values()) {
    const programs: Compared[] = [];
    const template = hashesOf(templates.get(solutions[0]?.problemId ?? 0) ?? '', solutions[0]?.family ?? '');
    for (const { id, accountId, family } of solutions) {
      if (isStopping()) return;
      const source = await findSourceById(db, id, family);
      programs.push(await gently(() => fingerprinted(id, accountId, hashesOf(source, family), template)));
      comparedNumber += 1;
      if (performance.now() - beatenAtMs < BEAT_EVERY_MS) continue;
      if (!(await beat(db, token, comparedNumber))) return;
      beatenAtMs = performance.now();
    }
    const found = await gently(() => similarPairs(programs, BOUNDS));
    const problemId = solutions[0]?.problemId ?? 0;
    pairs.push(...found.slice(0, MAX_PAIRS).map((pair) => ({ problemId, ...pair })));
  }
  pairs.sort((a, b) => b.similarity - a.similarity || b.shared - a.shared);
  await endSearch(db, token, { comparedNumber, pairs: pairs.slice(0, MAX_PAIRS) });
}

function fingerprinted(
  id: number,
  authorId: number,
  hashes: ReadonlySet<number>,
  template: ReadonlySet<number>,
): Compared {
  return { id, authorId, hashes: withoutTemplate(hashes, template) };
}

export const hashesOf = (source: string, family: string): Set<number> =>
  new Set(fingerprintsOf(source, family as LanguageFamily).map(({ hash }) => hash));

async function gently<Result>(work: () => Result): Promise<Result> {
  const startedAtMs = performance.now();
  const result = work();
  await pause((performance.now() - startedAtMs) * PAUSE_FACTOR);
  return result;
}
