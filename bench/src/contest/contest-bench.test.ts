import { expect, test } from 'vitest';
import { differingRows } from '#contest/compare-table.ts';
import { measureContest } from '#contest/contest-bench.ts';
import { PROFILES } from '#contest/profiles.ts';

test('a small crowd lives through the last seconds, and nothing is lost or different', async () => {
  const { result, others, differences, cpu, database } = await measureContest({
    ...PROFILES['last-minutes'],
    ...{ people: 30, historyEach: 4, seconds: 5, arrivals: { perSec: 8 } },
    ...{ judgeSlots: 4, judgingMs: 30 },
  });

  expect(result.accepted).toHaveLength(40);
  expect(differences).toEqual({ lost: 0, disordered: 0, unjudged: 0, rows: 0 });
  expect(result).toMatchObject({ unheard: 0, unshown: 0 }); // a busy machine may refuse some for the moment
  expect(result.heardMs).toHaveLength(40);
  expect(result.tableAgeMs).toHaveLength(40 * 8);
  expect(others.statementMs.length).toBeGreaterThan(50);
  expect(others.signedInMs.length + others.signInsRefused).toBeGreaterThanOrEqual(4);
  expect(cpu.webs).toBeGreaterThan(0);
  expect(database.commits).toBeGreaterThan(40);
  expect(database.statements).toBeGreaterThan(40);
});

test('rows that differ from the recomputation are counted', () => {
  const row = (id: number, acceptedSolutions: number, penalty: number) => ({
    user: { id },
    ...{ acceptedSolutions, penalty },
  });
  const expected = new Map([
    [1, { solved: 2, penaltyMin: 50 }],
    [2, { solved: 1, penaltyMin: 10 }],
    [3, { solved: 0, penaltyMin: 0 }],
  ]);

  expect(differingRows([row(1, 2, 50), row(2, 1, 10), row(3, 0, 0), row(4, 0, 0)], expected)).toBe(0);
  expect(differingRows([row(1, 2, 51), row(2, 1, 10), row(3, 0, 0)], expected)).toBe(1);
  expect(differingRows([row(1, 2, 50), row(2, 1, 10)], expected)).toBe(1);
  expect(differingRows([row(1, 2, 50), row(1, 2, 50), row(2, 1, 10), row(3, 0, 0)], expected)).toBe(1);
  expect(differingRows([row(2, 1, 10), row(1, 2, 50), row(3, 0, 0)], expected)).toBe(1);
});
