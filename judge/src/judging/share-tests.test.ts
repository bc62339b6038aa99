import { expect, test } from 'vitest';
import { type BorrowedLane, type SharedTests, shareTests } from '#judging/share-tests.ts';

type Answer = 'right' | 'wrong';

/** Run in progress of a test, which ends when the test says so, or is stopped. */
interface Running {
  lane: string;
  end(answer: Answer): void;
  fail(error: Error): void;
  signal: AbortSignal;
}

/** Tests of a solution that run as far as a test lets them. */
function givenTests(
  count: number,
  free: string[] = [],
  differing: Partial<SharedTests<string, Answer>> = {},
) {
  const running = new Map<number, Running>();
  const taken: Answer[] = [];
  const progress: number[] = [];
  const left: string[] = [];
  const closing = new AbortController();
  const wanted = new AbortController();
  const borrow = (): BorrowedLane<string> | null => {
    const lane = free.shift();
    if (lane === undefined) return null;
    return { wanted: wanted.signal, open: async () => lane, [Symbol.dispose]: () => left.push(lane) };
  };
  const ended = shareTests<string, Answer>({
    count,
    own: 'own',
    borrow,
    mayFollow: () => false,
    run: ([index], lane, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
        running.set(index, { lane, end: (answer) => resolve([answer]), fail: reject, signal });
      }),
    decides: (answer) => answer === 'wrong',
    take: (answer) => {
      taken.push(answer);
      return false;
    },
    progress: (index) => progress.push(index),
    signal: closing.signal,
    ...differing,
  });
  ended.catch(() => undefined); // awaited below
  const runs = async (index: number, lane: string): Promise<Running> => {
    await expect.poll(() => running.get(index)?.lane).toBe(lane);
    return running.get(index) as Running;
  };
  return { runs, running, taken, progress, left, closing, wanted, ended };
}

test('one lane runs the tests in order and reports each', async () => {
  const given = givenTests(3);
  for (let index = 0; index < 3; index += 1) (await given.runs(index, 'own')).end('right');
  await given.ended;

  expect(given.taken).toEqual(['right', 'right', 'right']);
  expect(given.progress).toEqual([0, 1, 2]);
});

test('the own lane runs tests in a row while nobody else could take them', async () => {
  const rows: (readonly number[])[] = [];
  const given = givenTests(7, [], {
    mayFollow: (index, behind) => behind < 3 && index !== 5,
    run: async (row) => {
      rows.push(row);
      // The second row ends after its first test.
      return rows.length === 2 ? ['right'] : row.map(() => 'right');
    },
  });
  await given.ended;

  expect(rows).toEqual([[0, 1, 2], [3, 4], [4], [5, 6]]);
  expect(given.taken).toHaveLength(7);
  expect(given.progress).toEqual([0, 3, 4, 5]);
});

test('the first of a row that is wrong decides', async () => {
  const rows: (readonly number[])[] = [];
  const given = givenTests(7, [], {
    mayFollow: () => true,
    run: async (row) => {
      rows.push(row);
      return ['right', 'wrong'];
    },
  });
  await given.ended;

  expect(rows).toEqual([[0, 1, 2, 3, 4, 5, 6]]);
  expect(given.taken).toEqual(['right', 'wrong']);
});

test('tests that others could take are run one by one', async () => {
  const given = givenTests(3, ['helper'], { mayFollow: () => true });
  const own = await given.runs(0, 'own');
  (await given.runs(1, 'helper')).end('right');
  (await given.runs(2, 'helper')).end('right');
  own.end('right');
  await given.ended;

  expect(given.taken).toEqual(['right', 'right', 'right']);
});

test('a free lane takes the tests behind, and the first wrong one in order decides', async () => {
  const given = givenTests(9, ['helper']);
  const own = await given.runs(0, 'own');
  (await given.runs(1, 'helper')).end('right');
  (await given.runs(2, 'helper')).end('wrong');
  await expect.poll(() => given.left).toEqual(['helper']);

  expect(given.running.has(3)).toBe(false);
  own.end('right');
  await given.ended;

  expect(given.taken).toEqual(['right', 'right', 'wrong']);
  expect(given.progress).toEqual([0]);
});

test('tests behind a decision are stopped', async () => {
  const given = givenTests(9, ['helper']);
  const own = await given.runs(0, 'own');
  const { signal } = await given.runs(1, 'helper');

  own.end('wrong');
  await given.ended;

  expect(signal.aborted).toBe(true);
  expect(given.left).toEqual(['helper']);
  expect(given.taken).toEqual(['wrong']);
});

test('a lane that is wanted elsewhere leaves at once, and its test runs again', async () => {
  const given = givenTests(3, ['helper']);
  const own = await given.runs(0, 'own');
  await given.runs(1, 'helper');

  given.wanted.abort();
  await expect.poll(() => given.left).toEqual(['helper']);
  own.end('right');
  (await given.runs(1, 'own')).end('right');
  (await given.runs(2, 'own')).end('right');
  await given.ended;

  expect(given.taken).toEqual(['right', 'right', 'right']);
});

test('a test that cannot be run fails the whole only when its turn comes', async () => {
  const given = givenTests(4, ['helper']);
  const own = await given.runs(0, 'own');
  (await given.runs(1, 'helper')).fail(new Error('no such blob'));
  await expect.poll(() => given.left).toEqual(['helper']);

  own.end('right');

  await expect(given.ended).rejects.toThrow('no such blob');
  expect(given.taken).toEqual(['right']);
});

test('a lane that cannot be opened is done without', async () => {
  const broken: BorrowedLane<string> = {
    wanted: new AbortController().signal,
    open: () => Promise.reject(new Error('no checker')),
    [Symbol.dispose]: () => undefined,
  };
  const given = givenTests(3, [], { borrow: () => broken });
  for (let index = 0; index < 3; index += 1) (await given.runs(index, 'own')).end('right');
  await given.ended;

  expect(given.taken).toHaveLength(3);
});

test('an end by the caller waits for the lanes that help', async () => {
  const given = givenTests(4, ['helper']);
  const own = await given.runs(0, 'own');
  await given.runs(1, 'helper');

  given.closing.abort(new Error('the lease is lost'));
  own.end('right');

  await expect(given.ended).rejects.toThrow('the lease is lost');
  expect(given.left).toEqual(['helper']);
});
