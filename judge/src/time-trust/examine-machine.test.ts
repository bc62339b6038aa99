import { expect, test } from 'vitest';
import { startTestJudge } from '#testing/test-workshop.ts';
import { examineMachine } from '#time-trust/examine-machine.ts';
import { type Steadiness, warningsAboutSteadiness } from '#time-trust/steadiness.ts';

test('the self-test runs its program and reports the spread of its times', async () => {
  await using judge = await startTestJudge(1);
  const [slot] = judge.open.slots;
  if (!slot) throw new Error('The judge has no slot');

  const { state, steadiness, warnings } = await examineMachine(judge.open.workshop, slot);

  expect(state.cores).toBeGreaterThan(0);
  expect(steadiness?.runsMs).toHaveLength(7);
  expect(steadiness?.medianMs).toBeGreaterThan(1);
  expect(steadiness?.spread).toBeGreaterThanOrEqual(0);
  expect(warnings.join('\n')).not.toMatch(/could not be measured/);
});

test('without a C compiler it reports that the machine was not measured', async () => {
  await using judge = await startTestJudge(1);
  const [slot] = judge.open.slots;
  if (!slot) throw new Error('The judge has no slot');

  const { steadiness, warnings } = await examineMachine(
    { ...judge.open.workshop, languages: new Map() },
    slot,
  );

  expect(steadiness).toBeNull();
  expect(warnings.at(-1)).toMatch(/could not be measured/);
});

const STEADY: Steadiness = { runsMs: [20, 20.2, 20.4], medianMs: 20.2, spread: 0.02, wallOverCpu: 1.02 };

test.each<[string, Partial<Steadiness>, RegExp | null]>([
  ['steady times', {}, null],
  ['times that differ', { runsMs: [20, 24], spread: 0.2 }, /20\.0 to 24\.0 ms of CPU in 2 runs .*20 %/],
  ['a core that others use too', { wallOverCpu: 1.9 }, /1\.9 times as long/],
])('%s', (_name, differing, warning) => {
  const warnings = warningsAboutSteadiness({ ...STEADY, ...differing });
  if (warning === null) expect(warnings).toEqual([]);
  else expect(warnings).toEqual([expect.stringMatching(warning)]);
});
