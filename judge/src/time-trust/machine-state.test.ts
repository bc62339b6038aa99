import { expect, test } from 'vitest';
import { type MachineState, readMachineState, warningsAbout } from '#time-trust/machine-state.ts';

const QUIET: MachineState = {
  cores: 4,
  load: 0.1,
  hasTurbo: false,
  governors: ['performance'],
  throttled: 0,
  stolen: 0,
  isRealTime: false,
};

test.each<[string, Partial<MachineState>, RegExp | null]>([
  ['a quiet machine', {}, null],
  ['a kernel that tells nothing', { hasTurbo: null, governors: [], throttled: null, stolen: null }, null],
  ['a busy one', { load: 3 }, /load 3\.0 on 4 cores/],
  ['turbo', { hasTurbo: true }, /no_turbo/],
  ['saving power', { governors: ['performance', 'powersave'] }, /governor powersave/],
  ['hot', { throttled: 12 }, /12 times/],
  ['shared with others', { stolen: 0.07 }, /7 %/],
  ['real-time priority', { isRealTime: true }, /without chrt/],
])('%s', (_name, differing, warning) => {
  const warnings = warningsAbout({ ...QUIET, ...differing });
  if (warning === null) expect(warnings).toEqual([]);
  else expect(warnings).toEqual([expect.stringMatching(warning)]);
});

test('the state of this machine can be read', () => {
  const { cores, load, stolen } = readMachineState();
  expect(cores).toBeGreaterThan(0);
  expect(load).toBeGreaterThanOrEqual(0);
  expect(stolen).toBeLessThan(1);
});
