import { expect, test } from 'vitest';
import { claimCores } from '#workshop/claim-cores.ts';

/** Numbers of cores that no machine has, so that real judges do not interfere; each test has its own. */
const CORES = [7003, 7002, 7001, 7000];

test('slots get the first cores, and one core stays free', async () => {
  const cores = CORES.map((core) => core + 100);
  using most = await claimCores(3, cores);
  expect(most?.cores).toEqual(cores.slice(0, 3));
  expect(await claimCores(4, cores)).toBeNull();
  expect(await claimCores(1, [5])).toBeNull();
});

test('two judges of one machine get different cores, and one that finds none free binds nothing', async () => {
  using first = await claimCores(1, CORES);
  const second = await claimCores(2, CORES);
  expect(first?.cores).toEqual([7003]);
  expect(second?.cores).toEqual([7002, 7001]);
  expect(await claimCores(1, CORES)).toBeNull();

  second?.[Symbol.dispose]();

  using third = await claimCores(1, CORES);
  expect(third?.cores).toEqual([7002]);
});

test('a judge that gets too few cores keeps none', async () => {
  const cores = CORES.map((core) => core + 200);
  using first = await claimCores(2, cores);
  expect(first?.cores).toHaveLength(2);
  expect(await claimCores(2, cores)).toBeNull();

  using last = await claimCores(1, cores);
  expect(last?.cores).toEqual([7201]);
});
