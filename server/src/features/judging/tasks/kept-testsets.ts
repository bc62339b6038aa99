import type { JudgeTest } from '@balloon/contracts/judging/judge.ts';
import { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import type { Db } from '@balloon/database/connect.ts';
import { LRUCache } from 'lru-cache';
import { findStoredRules, findTests, type TestsetName } from '#features/queue/claim.queries.ts';

/** Size of all kept testsets together, as JSON. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What a judge is told of a testset. */
export interface KeptTestset {
  rules: JudgingRules;
  tests: JudgeTest[];
}

/**
 * The testsets by which this web process had solutions judged lately. They never change, and all solutions of a problem
 * are judged by the same one, so each claim would read and check the same rules and tests.
 */
export class KeptTestsets {
  readonly #kept = new LRUCache<string, KeptTestset>({
    maxSize: MAX_BYTES,
    sizeCalculation: (testset) => JSON.stringify(testset).length,
  });

  /** Returns null when there are no tests, or rules that this version does not know. */
  async get(db: Db, { testsetId, testsetSha256 }: TestsetName): Promise<KeptTestset | null> {
    // With the hash, since another database may have been restored under this process.
    const key = `${testsetId} ${testsetSha256}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const found = await readTestset(db, testsetId);
    if (found) this.#kept.set(key, found);
    return found;
  }
}

async function readTestset(db: Db, testsetId: number): Promise<KeptTestset | null> {
  const stored = await findStoredRules(db, testsetId);
  if (!stored) return null;
  const { rules, ...limitsAndChecker } = stored;
  const parsed = JudgingRules.safeParse({ ...rules, ...limitsAndChecker });
  const tests = await findTests(db, testsetId, 'all');
  return tests.length === 0 || !parsed.success ? null : { rules: parsed.data, tests };
}
