import { expect, test } from 'vitest';
import { OutsideError } from '#failures.ts';
import { comparedRuns, MAX_PAGES, rowsAfter, rowsOf, statesByContest, tooManyPages } from '#listed-runs.ts';
import type { RunState } from '#outside-system.ts';

/** Pages of ids, the latest first; a run that came meanwhile has pushed a row to the next page. */
async function* pagesOf(...pages: number[][]) {
  for (const ids of pages) yield ids.map((id) => ({ runId: String(id), sentAtMs: id }));
}

/** A list without an end, as an adapter makes its pages. */
async function* endless() {
  for (let page = 0; page < MAX_PAGES; page += 1) yield [{ runId: String(1_000 - page), sentAtMs: null }];
  throw tooManyPages('The moon');
}

const idsOf = (rows: Iterable<{ runId: string }>) => [...rows].map(({ runId }) => runId);

test('rows after a watermark come once, though a page repeats them', async () => {
  expect(idsOf(await rowsAfter(pagesOf([9, 8], [8, 7], [6, 5]), '6'))).toEqual(['9', '8', '7']);
  await expect(rowsAfter(endless(), '1')).rejects.toThrow('more than 20 pages');
  expect(await rowsAfter(endless(), null)).toHaveLength(MAX_PAGES);
});

test('wanted rows are found on as few pages as hold them, and an unlisted one keeps no other away', async () => {
  const pages = pagesOf([9, 8], [8, 7], [6, 5]);
  expect(idsOf((await rowsOf(pages, ['9', '7'])).values())).toEqual(['9', '7']);
  expect(idsOf((await rowsOf(endless(), ['1000', '3'])).values())).toEqual(['1000']);
});

test('a contest that is closed by now keeps no verdict of another one away', async () => {
  const state = { runId: '1', state: 'final', verdict: 'accepted', foreignVerdict: 'OK' } as const;
  const accepted: RunState = { ...state, testNumber: 0, timeMs: null, memoryKb: null, score: null };
  const read = async (contest: string) => {
    if (contest === 'open') return [accepted];
    throw new OutsideError(contest === 'away' ? 'down' : 'refused', contest);
  };
  const poll = (...contests: string[]) => statesByContest(new Map(contests.map((each) => [each, []])), read);
  expect(await poll('closed', 'open')).toEqual([accepted]);
  await expect(poll('closed', 'shut')).rejects.toThrow('closed');
  await expect(poll('open', 'away')).rejects.toThrow('away');
  expect(await poll()).toEqual([]);
});

const candidates = [1, 2, 3, 4, 5].map((id) => ({ runId: String(id), sentAtMs: null }));

test('after a watermark a candidate whose source was not read stays one', async () => {
  const isSame = async ({ runId }: { runId: string }) => runId === '4';
  const found = await comparedRuns(candidates, { watermark: '0' }, { most: 2, isSame });
  expect(found.map(({ runId, hasSameSource }) => [runId, hasSameSource])).toEqual([
    ...[1, 2, 3].map((id) => [String(id), null]),
    ...[
      ['4', true],
      ['5', false],
    ],
  ]);
});

test('without a watermark the latest run with the same source is found, and none whose source was not read', async () => {
  const read: string[] = [];
  const like = (same: string) => async (row: { runId: string }) => {
    read.push(row.runId);
    return row.runId === same;
  };
  const found = await comparedRuns(candidates, { watermark: null }, { most: 4, isSame: like('4') });
  expect([idsOf(found), read]).toEqual([
    ['4', '5'],
    ['5', '4'],
  ]);
  const others = await comparedRuns(candidates, { watermark: null }, { most: 2, isSame: like('1') });
  expect(others.map(({ runId, hasSameSource }) => [runId, hasSameSource])).toEqual([
    ['4', false],
    ['5', false],
  ]);
});
